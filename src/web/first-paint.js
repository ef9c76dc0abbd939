// Runs before the first paint. The HTML is the same for all visitors; theme, age gate and hidden tags are per browser.
(() => {
  const root = document.documentElement;
  const values = (key) =>
    ['localStorage', 'sessionStorage'].map((storage) => {
      try {
        return window[storage].getItem(key);
      } catch {
        return null;
      }
    });
  const read = (key) => values(key).find((value) => value !== null) ?? null;

  let theme = read('theme') ?? window.name;

  // The age gate (age-gate.tsx) tells visitors this number of days.
  const thirtyDays = 30 * 24 * 60 * 60 * 1000;
  // The cookie is set after an age check by a provider, and by the gate's form without JavaScript (server/age).
  const hasAnswered = () =>
    values('adult').some((answer) => Number(answer) > Date.now() - thirtyDays) ||
    /marquee_adult=1/.test(document.cookie);
  // Search engines index what their browsers render. Anyone can claim to be one, but the gate only asks anyway.
  const searchEngines =
    /\b(Googlebot|Google-InspectionTool|Storebot-Google|bingbot|BingPreview|msnbot|DuckDuckBot|Yandex\w*Bot|Baiduspider|Applebot|Slurp|SeznamBot|Qwantbot|Yeti)\b/i;
  const isSearchEngine = searchEngines.test(navigator.userAgent);
  let isAdult = isSearchEngine || hasAnswered();
  let gate;

  // React removes unknown elements when it has to re-render the document. Put the gate back before the next paint.
  const restore = () => {
    gate ??= document.getElementById('age-gate');
    if (gate && !gate.isConnected) document.body?.prepend(gate);
    if (gate) gate.open = !isAdult;
    root.toggleAttribute('data-adult', isAdult);
    // The pictures in view (pictures.tsx).
    if (isAdult) for (const link of document.querySelectorAll('link[media="not all"]')) link.media = 'all';
    if (root.dataset.theme) theme = root.dataset.theme;
    else if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  };
  restore();
  const observer = new MutationObserver(() => {
    restore();
    watch();
  });
  const watch = () => {
    observer.disconnect();
    observer.observe(root, { childList: true, attributeFilter: ['data-adult', 'data-theme'] });
    if (document.body) observer.observe(document.body, { childList: true });
    if (gate) observer.observe(gate, { attributeFilter: ['open'] });
  };
  watch();

  // Counts the view of a video page that was loaded as a document; client-side navigations are counted by the click
  // (counted-views.ts). Reloads, going back, and missing videos don't count.
  const [, video] = /^\/video\/(\d+)/i.exec(location.pathname) ?? [];
  const [opened] = performance.getEntriesByType('navigation');
  let isCounted = !video || isSearchEngine || opened?.type !== 'navigate' || opened.responseStatus >= 400;
  const countView = async () => {
    if (isCounted || !isAdult || document.prerendering) return;
    isCounted = true;
    try {
      const response = await fetch(`/api/updateviews/${video}`, { method: 'POST', keepalive: true });
      const { views } = await response.json();
      if (views) sessionStorage.views = JSON.stringify({ ...JSON.parse(read('views')), [video]: views });
      dispatchEvent(new Event('views'));
    } catch {}
  };
  countView();
  document.addEventListener('prerenderingchange', countView);

  const enter = () => {
    if (isAdult) return;
    isAdult = true;
    const wasAsked = gate?.getClientRects().length > 0;
    restore();
    countView();
    if (!wasAsked) return;
    const heading = document.querySelector('#main h1') ?? document.getElementById('main');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
  };
  document.addEventListener('submit', (event) => {
    if (event.target.parentElement !== gate) return;
    event.preventDefault();
    enter();
    const now = String(Date.now());
    try {
      localStorage.setItem('adult', now);
    } catch {
      try {
        sessionStorage.setItem('adult', now);
      } catch {}
    }
  });
  // The answer may come from another tab, or from before returning to this page.
  const look = () => hasAnswered() && enter();
  addEventListener('storage', look);
  addEventListener('pageshow', look);

  // Clicks on buttons that need React, and on links that it turns into buttons, are replayed after hydration.
  const early = new Set();
  const remember = (event) => {
    const button = event.target.closest('#site :is(button[type="button"],[data-button])');
    const works = button?.hasAttribute('command') && 'command' in button;
    if (!button || works || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    early.add(button);
  };
  addEventListener('click', remember);
  addEventListener('hydrated', () => {
    removeEventListener('click', remember);
    for (const button of early) button.click();
    early.clear();
  });

  // After an upgrade, files of this page's build may be gone. Reloading gets the current build. Only once for each build
  // and URL, to prevent a reload loop if a file is missing from that build, too (reopen.ts).
  const here = () => location.pathname + location.search;
  const entryOf = (path) => `${document.querySelector('script[src*="/manifest-"]')?.src} ${path}`;
  const reopened = () => JSON.parse(sessionStorage.getItem('reopened') ?? '[]');
  const store = (entries) => sessionStorage.setItem('reopened', JSON.stringify(entries.slice(-20)));
  window.reopen = (path) => {
    const entry = entryOf(path);
    // Not before the page is left: visitors with unsaved changes may choose to stay.
    addEventListener('pagehide', () => store([...reopened(), entry]), { once: true });
    if (path === here()) location.reload();
    else location.assign(path);
  };
  window.recover = async () => {
    try {
      const entries = reopened();
      // Throws if storage is blocked: without it, a reload loop could not be prevented.
      store(entries);
      if (entries.includes(entryOf(here())) || !(await fetch('/healthz', { cache: 'no-store' })).ok) return false;
    } catch {
      return false;
    }
    window.reopen(here());
    return true;
  };
  const onBroken = async () => {
    if (root.dataset.broken) return;
    root.dataset.broken = true;
    if (await window.recover()) return;
    const message = document.createElement('p');
    message.role = 'alert';
    message.className = 'p-4 text-center';
    message.textContent = 'This page could not be loaded completely. Reload it to try again.';
    document.body.prepend(message);
  };
  addEventListener('broken', onBroken);
  const onError = ({ target }) => target.matches?.('script[src^="/assets/"],link[rel="stylesheet"]') && onBroken();
  addEventListener('error', onError, true);

  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  const hide = (event) => {
    let tags = [];
    try {
      tags = event?.detail ?? JSON.parse(read('hidden-tags'));
    } catch {}
    // Storage may contain anything.
    tags = [tags].flat().filter((tag) => typeof tag === 'string');
    const hidden = `:is(${tags.map((tag) => `[data-tags~="${CSS.escape(tag)}"]`).join()})`;
    // A later page starts elsewhere without what is hidden (use-visible-list.ts): its cards wait for that, but not for long.
    const rules =
      `#site ${hidden}{display:none}#site ul:not(:has(>li:not(${hidden})))+.all-hidden{display:block}` +
      '.narrowed-list[data-later]:not([data-filled]) li{animation:wait 4s}@keyframes wait{0%,99%{visibility:hidden}}';
    sheet.replaceSync(tags.length > 0 ? rules : '');
  };
  hide();
  addEventListener('hidden-tags', hide);

  // Room on the home page for what this browser remembers (returning-rows.tsx): a line, and two rows of cards.
  const stored = (key) => {
    try {
      return JSON.parse(read(key));
    } catch {}
  };
  // As in stored-values.ts.
  const isCard = (video) => /^\d+$/.test(video?.id) && typeof video.title === 'string';
  const rows = ['history', 'favourites'].filter((key) => [stored(key)].flat().some(isCard)).length;
  const { current, previous } = stored('visits') ?? {};
  const threeHours = 3 * 60 * 60 * 1000;
  const isBack = stored('history-kept') !== false && (previous || Date.now() - current?.at > threeHours);
  const room = new CSSStyleSheet();
  if (rows > 0 || isBack) room.replaceSync(`.returning{--rows:${rows};--lines:${isBack ? 1 : 0}}`);
  document.adoptedStyleSheets.push(room);
})();
