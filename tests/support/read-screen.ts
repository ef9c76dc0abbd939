/** Runs in the page: collects its text, attributes, and everything that could run. */
export const readScreen = () => {
  const texts: string[] = [];
  const handlers: string[] = [];
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) {
      if (!node.parentElement?.closest('script, style')) texts.push(node.data);
      continue;
    }
    const element = node as Element;
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on')) handlers.push(`${element.localName} ${name}=${value}`);
      texts.push(value);
    }
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) texts.push(element.value);
  }
  const urls = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href }) => href);
  const data = [...document.querySelectorAll('script[type="application/ld+json"]')].map(
    ({ textContent }) => textContent,
  );
  return {
    texts: texts.map((text) => text.replace(/\s+/g, ' ')),
    handlers,
    unsafeLinks: urls.filter((url) => !/^(https?|mailto):/.test(url)),
    frames: document.querySelectorAll('iframe, object, embed').length,
    structuredData: data.map((text) => JSON.parse(text) as { '@graph': { name?: string }[] }),
  };
};

/** Runs in the page: the innermost elements that overflow the window. */
export const readOverflow = () => {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const wide = [...document.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > clientWidth + 1,
  );
  return wide
    .filter((element) => !wide.some((other) => other !== element && element.contains(other)))
    .map((element) => `${element.parentElement?.outerHTML.slice(0, 120)} ${element.outerHTML.slice(0, 120)}`);
};
