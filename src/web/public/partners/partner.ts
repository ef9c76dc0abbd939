import type { Website } from '#contract/partners.ts';
import { logoUrl } from '../../components/logo-url.ts';

/** A partner as its card shows it. */
export interface Partner {
  name: string;
  url: string;
  logo: string;
  description: string;
}

export const partnerOf = ({ webName, webLink, webLogo, webPicture, webDesc }: Website): Partner => ({
  name: webName,
  url: webLink,
  logo: webPicture ?? logoUrl(webLogo),
  description: webDesc,
});
