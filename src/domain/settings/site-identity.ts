/** The site as the configuration names it; the settings may replace the name. */
export interface SiteIdentity {
  siteName: string;
  siteUrl: string;
}
