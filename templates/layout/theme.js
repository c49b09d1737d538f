// Runs before the first paint: sets the stored theme and marks that scripts run.
(() => {
  const root = document.documentElement;
  root.classList.add('js');
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  } catch {
    // Without storage the system preference applies.
  }
})();
