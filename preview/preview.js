/** Loads the page again after every save. */
const events = new EventSource('/events');
events.onmessage = () => location.reload();
