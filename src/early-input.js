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
  root.addEventListener('submit', (event) => {
    if (!isPrerendered()) return;
    event.preventDefault();
    dataset.submitted = '';
  });
  root.addEventListener('change', ({ target }) => {
    if (isPrerendered() && target.matches('.language')) storage.language = target.value;
  });
})();
