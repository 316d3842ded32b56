// Runs with the page, ahead of the app's script (scripts/prerender.ts): what a person does until then is not lost.
(() => {
  const root = document.getElementById('root');
  const { dataset } = root;
  const isPrerendered = () => 'prerendered' in dataset;
  const prefixes = dataset.unlessStored.split(' ');
  let storage = {};
  let names = [];
  try {
    storage = localStorage;
    names = Object.keys({ ...storage, ...sessionStorage });
  } catch {}
  const { language } = storage;
  // The app shows another screen then.
  if (
    (language && dataset.language && language !== dataset.language) ||
    prefixes.some((prefix) => names.some((name) => name.startsWith(prefix)))
  ) {
    root.replaceChildren();
    delete dataset.prerendered;
  }
  let hasFailed = false;
  const forgetSubmit = () => {
    if (!isPrerendered()) return;
    delete dataset.submitted;
    root.querySelector('[aria-busy]')?.removeAttribute('aria-busy');
  };
  root.addEventListener('submit', (event) => {
    if (!isPrerendered()) return;
    event.preventDefault();
    if (hasFailed) return location.reload();
    dataset.submitted = '';
    event.submitter?.setAttribute('aria-busy', true);
  });
  root.addEventListener('input', forgetSubmit);
  // Captured: the event of a script that cannot be fetched does not bubble.
  addEventListener(
    'error',
    ({ target }) => {
      if (target.type !== 'module') return;
      hasFailed = true;
      forgetSubmit();
    },
    true,
  );
  root.addEventListener('change', ({ target }) => {
    if (isPrerendered() && target.matches('.language')) storage.language = target.value;
  });
})();
