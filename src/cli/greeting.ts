import type { Site } from '#server/start.ts';

/** Where the site is, and the first admin's password if this start generated it. */
export const greeting = ({ firstAdmin }: Site, siteUrl: string) => {
  const lines = [`Site         ${siteUrl}`, `Back-office  ${siteUrl}/admin`, `API          ${siteUrl}/api/docs`];
  if (firstAdmin?.generated)
    lines.push('', `Main admin   ${firstAdmin.email}`, `Password     ${firstAdmin.password}   (shown this once)`);
  return `\n${lines.map((line) => `  ${line}`).join('\n')}\n`;
};
