export const helpPath = '/get-help';

/** Redirects to the page with the hotlines, with the visitor's country first if it is known. */
export const localHelpPath = '/help';

/** A service that helps or takes reports. */
export interface Hotline {
  name: string;
  url: string;
  /** In a few words. */
  about: string;
  phone?: string;
}

/** For every country. */
export const internationalHotlines: readonly Hotline[] = [
  { name: 'INHOPE', url: 'https://www.inhope.org', about: 'Report illegal content: finds the hotline of your country' },
  { name: 'Stop It Now', url: 'https://www.stopitnow.org.uk', about: 'Confidential help for your own thoughts' },
];

/** By country code. */
export const hotlinesByCountry: Readonly<Record<string, readonly Hotline[]>> = {
  AT: [{ name: 'Stopline', url: 'https://www.stopline.at', about: 'Report illegal content' }],
  AU: [
    { name: 'eSafety Commissioner', url: 'https://www.esafety.gov.au/report', about: 'Report illegal content' },
    { name: 'Stop It Now Australia', url: 'https://www.stopitnow.org.au', about: 'Help for your own thoughts' },
  ],
  BE: [
    { name: 'Child Focus', url: 'https://childfocus.be', about: 'Report illegal content', phone: '116 000' },
    { name: 'Stop it Now', url: 'https://stopitnow.be', about: 'Help for your own thoughts' },
  ],
  BR: [{ name: 'SaferNet Brasil', url: 'https://www.safernet.org.br', about: 'Report illegal content' }],
  CA: [{ name: 'Cybertip.ca', url: 'https://www.cybertip.ca', about: 'Report illegal content' }],
  CH: [{ name: 'clickandstop.ch', url: 'https://www.clickandstop.ch', about: 'Report illegal content' }],
  CO: [{ name: 'Te Protejo', url: 'https://teprotejo.org', about: 'Report illegal content' }],
  CZ: [{ name: 'STOPonline', url: 'https://www.stoponline.cz', about: 'Report illegal content' }],
  DE: [
    { name: 'Kein Täter werden', url: 'https://www.kein-taeter-werden.de', about: 'Free and confidential therapy' },
    {
      name: 'Internet-Beschwerdestelle (eco, FSM)',
      url: 'https://www.internet-beschwerdestelle.de',
      about: 'Report illegal content',
    },
    { name: 'jugendschutz.net', url: 'https://www.jugendschutz.net', about: 'Report illegal content' },
  ],
  ES: [{ name: 'INCIBE', url: 'https://www.incibe.es', about: 'Report illegal content', phone: '017' }],
  FR: [
    { name: 'Point de Contact', url: 'https://www.pointdecontact.net', about: 'Report illegal content' },
    { name: 'PHAROS', url: 'https://www.internet-signalement.gouv.fr', about: 'Report to the police' },
  ],
  GB: [
    {
      name: 'Stop It Now',
      url: 'https://www.stopitnow.org.uk',
      about: 'Help for your own thoughts',
      phone: '0808 1000 900',
    },
    { name: 'Internet Watch Foundation', url: 'https://report.iwf.org.uk', about: 'Report illegal content' },
  ],
  IE: [{ name: 'Hotline.ie', url: 'https://www.hotline.ie', about: 'Report illegal content' }],
  IN: [
    { name: 'National Cyber Crime Reporting Portal', url: 'https://cybercrime.gov.in', about: 'Report to the police' },
    { name: 'Childline India', url: 'https://www.childlineindia.org', about: 'Help for children', phone: '1098' },
  ],
  IT: [
    { name: 'Telefono Azzurro', url: 'https://azzurro.it', about: 'Report illegal content' },
    { name: 'Stop-It (Save the Children)', url: 'https://stop-it.savethechildren.it', about: 'Report illegal content' },
  ],
  JP: [{ name: 'Internet Hotline Center', url: 'https://www.internethotline.jp', about: 'Report illegal content' }],
  NL: [
    { name: 'Stop it Now', url: 'https://stopitnow.nl', about: 'Help for your own thoughts' },
    { name: 'Offlimits (Meldpunt Kinderporno)', url: 'https://offlimits.nl', about: 'Report illegal content' },
  ],
  NO: [
    { name: 'Det finnes hjelp', url: 'https://detfinneshjelp.no', about: 'Help for your own thoughts' },
    { name: 'Kripos', url: 'https://tips.kripos.no', about: 'Report to the police' },
  ],
  NZ: [{ name: 'Netsafe', url: 'https://netsafe.org.nz', about: 'Report illegal content' }],
  PL: [{ name: 'Dyżurnet.pl', url: 'https://dyzurnet.pl', about: 'Report illegal content' }],
  PT: [{ name: 'Linha Internet Segura', url: 'https://www.internetsegura.pt', about: 'Report illegal content' }],
  SE: [
    { name: 'Preventell', url: 'https://preventell.se', about: 'Help for your own thoughts' },
    { name: 'ECPAT Sverige', url: 'https://ecpat.se', about: 'Report illegal content' },
  ],
  TR: [{ name: 'İhbarweb', url: 'https://www.ihbarweb.org.tr', about: 'Report illegal content' }],
  US: [
    {
      name: 'Stop It Now',
      url: 'https://www.stopitnow.org',
      about: 'Help for your own thoughts',
      phone: '1-888-773-8368',
    },
    {
      name: 'NCMEC CyberTipline',
      url: 'https://report.cybertip.org',
      about: 'Report illegal content',
      phone: '1-800-843-5678',
    },
    { name: 'RAINN', url: 'https://www.rainn.org', about: 'Help after sexual violence', phone: '1-800-656-4673' },
  ],
  ZA: [{ name: 'Film and Publication Board', url: 'https://www.fpb.org.za', about: 'Report illegal content' }],
};
