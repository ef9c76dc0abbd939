import type { infoPageRoutes } from '#contract/info-pages.ts';
import { renderInfoPage } from '#domain/info-pages/info-page.ts';
import { renderMarkdown } from '#domain/info-pages/markdown.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { siteSettings } from './site-settings.ts';

export const infoPageHandlers = (context: ApiContext): HandlersOf<keyof typeof infoPageRoutes> => ({
  getInfoPage: async ({ params: { page } }) => {
    const { siteName, operator, contactEmail, securityContact, pageTexts } = await siteSettings(context);
    const { html, summary } = renderInfoPage(page, pageTexts[page], { ...operator, siteName, contactEmail });
    return { success: true, html, summary, contact: contactEmail || securityContact };
  },
  previewInfoPage: async ({ body: { text, operator, contactEmail } }) => {
    const { siteName } = await siteSettings(context);
    return { success: true, html: renderMarkdown(text, { ...operator, siteName, contactEmail }) };
  },
});
