/**
 * Crawlers that collect texts for language models, as their operators name them in robots.txt. Those that fetch a page
 * because a person asked for it, and search engines, are not among them.
 */
const aiCrawlers = [
  'AI2Bot',
  'Amazonbot',
  'anthropic-ai',
  'Applebot-Extended',
  'Bytespider',
  'CCBot',
  'ClaudeBot',
  'cohere-training-data-crawler',
  'Diffbot',
  'Google-Extended',
  'GPTBot',
  'ImagesiftBot',
  'meta-externalagent',
  'omgili',
  'PanguBot',
  'Timpibot',
];

/** The group of robots.txt that refuses them, with the blank line after it. */
export const aiCrawlerRules = [...aiCrawlers.map((name) => `User-agent: ${name}`), 'Disallow: /', '', ''].join('\n');
