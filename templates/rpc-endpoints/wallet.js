// Adds the chain of an endpoint to the wallet of the browser (EIP-3085). The buttons are there only
// if a wallet is: EIP-6963 announces it, or it is `window.ethereum`.

let wallet = null;

function useWallet(provider) {
  if (wallet || typeof provider?.request !== 'function') return;
  wallet = provider;
  for (const box of document.querySelectorAll('.wallet')) box.hidden = false;
}

addEventListener('eip6963:announceProvider', ({ detail }) => useWallet(detail?.provider));
dispatchEvent(new Event('eip6963:requestProvider'));
useWallet(globalThis.ethereum);

document.addEventListener('click', async ({ target }) => {
  const button = target instanceof Element ? target.closest('[data-wallet]') : null;
  if (!button) return;
  const status = button.parentElement.querySelector('[role=status]');
  const chain = JSON.parse(button.dataset.wallet);
  status.textContent = 'Waiting for the wallet';
  try {
    await wallet.request({ method: 'wallet_addEthereumChain', params: [chain] });
    status.textContent = 'The wallet has the chain';
  } catch (error) {
    status.textContent = `The wallet refused: ${error?.message ?? 'no reason given'}`;
  }
});
