// Runs with the page, ahead of the app's script (scripts/prerender.ts): what a person does until then is not lost.
(() => {
  const root = document.getElementById('root');
  const { dataset } = root;
  const isWaiting = () => 'prerendered' in dataset;
  const others = dataset.unlessStored.split(' ');
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
    others.some((other) => names.some((name) => name.startsWith(other)))
  ) {
    root.replaceChildren();
    delete dataset.prerendered;
  }
  root.addEventListener('submit', (event) => {
    if (!isWaiting()) return;
    event.preventDefault();
    dataset.submitted = '';
  });
  root.addEventListener('change', ({ target }) => {
    if (isWaiting() && target.matches('.language')) storage.language = target.value;
  });
})();
