// Runs before the first paint. The HTML is shared by all visitors; theme, age gate and hidden tags are per browser.
(() => {
  const root = document.documentElement;
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };

  const theme = read('theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;

  // The age gate (age-gate.tsx) tells visitors this number of days.
  const thirtyDays = 30 * 24 * 60 * 60 * 1000;
  if (!(Number(read('adult')) > Date.now() - thirtyDays)) root.dataset.ageGate = 'closed';
  document.addEventListener('click', (event) => {
    if (!event.target.closest('[data-enter]')) return;
    delete root.dataset.ageGate;
    try {
      localStorage.setItem('adult', String(Date.now()));
    } catch {}
  });

  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  const hide = () => {
    let tags = [];
    try {
      tags = JSON.parse(read('hidden-tags')) ?? [];
    } catch {}
    const selectors = tags.map((tag) => `#site [data-tags~="${CSS.escape(tag)}"]`);
    sheet.replaceSync(selectors.length > 0 ? `${selectors.join()}{display:none}` : '');
  };
  hide();
  addEventListener('hidden-tags', hide);
})();
