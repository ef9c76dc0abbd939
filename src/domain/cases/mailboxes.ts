import { domainToASCII } from 'node:url';

/** Mail services at which dots (and, for some, other signs) in the name lead to the same mailbox. */
const ignoredSigns: Record<string, RegExp> = {
  'gmail.com': /\./g,
  'proton.me': /[._-]/g,
};
/** Other domains of the same services. */
const sameService: Record<string, string> = {
  'googlemail.com': 'gmail.com',
  'protonmail.com': 'proton.me',
  'protonmail.ch': 'proton.me',
  'pm.me': 'proton.me',
  'me.com': 'icloud.com',
  'mac.com': 'icloud.com',
  'ya.ru': 'yandex.ru',
  'yandex.by': 'yandex.ru',
  'yandex.com': 'yandex.ru',
  'yandex.com.tr': 'yandex.ru',
  'yandex.kz': 'yandex.ru',
  'yandex.ua': 'yandex.ru',
};

/**
 * The same text for every spelling of an email that leads to one mailbox: case, width, "+tag", and dots where the service ignores
 * them. For limits only: mail goes to what was entered, because other services may tell the spellings apart.
 */
export const normalizeMailbox = (email: string): string => {
  const text = email.normalize('NFKC').trim().toLowerCase();
  const at = text.lastIndexOf('@');
  if (at < 0) return text;
  const written = text.slice(at + 1).replace(/\.+$/, '');
  const host = domainToASCII(written) || written;
  const domain = sameService[host] ?? host;
  const plain = text.slice(0, at).replace(/(?<=.)\+.*$/, '');
  const ignored = ignoredSigns[domain];
  return `${ignored ? plain.replace(ignored, '') : plain}@${domain}`;
};

/**
 * Where anybody can get a mailbox, but few people have many: each mailbox costs an account, and often money or a telephone number. All
 * names are written out, because somebody else may own the same name under another ending.
 */
const families: Record<string, string> = {
  aol: 'com co.uk de fr',
  bol: 'com.br',
  freemail: 'hu',
  gmx: 'at ch com de es fr net',
  hotmail:
    'be ca ch cl co.id co.il co.jp co.kr co.nz co.th co.uk co.za com com.ar com.au com.br com.hk com.tr com.vn cz de dk es fi fr gr hu it jp nl no ph rs se sg sk',
  inbox: 'lt lv ru',
  live: 'at be ca ch cl cn co.kr co.uk co.za com com.ar com.au com.mx com.my com.ph com.pt com.sg de dk fi fr hk ie in it jp nl no ru se',
  mail: 'bg com ee pt ru',
  orange: 'es fr',
  outlook:
    'at be bg cl co.id co.il co.nz co.th com com.ar com.au com.br com.gr com.tr com.vn cz de dk es fr hu ie in it jp kr lv my ph pt sa sg sk',
  posteo: 'at ch de eu net org',
  proton: 'me',
  't-online': 'de hu',
  terra: 'com.br es',
  tiscali: 'co.uk it',
  tuta: 'com io',
  tutanota: 'com de',
  vodafone: 'de it',
  yahoo:
    'at be bg ca cl co.id co.in co.jp co.kr co.nz co.th co.uk co.za com com.ar com.au com.br com.co com.hk com.mx com.my com.pe com.ph com.sg com.tr com.tw com.ve com.vn cz de dk es fi fr gr hu ie in it nl no pl pt ro se',
  zoho: 'com eu in',
};

const others = `
  1und1.de 126.com 139.com 163.com 163.net 189.cn abv.bg adelphia.net alice.it aliyun.com ameritech.net aon.at arcor.de att.net au.com azet.sk
  bbox.fr bell.net bellsouth.net bigpond.com bigpond.net.au bk.ru bluewin.ch blueyonder.co.uk bredband.net btinternet.com centrum.cz centrum.sk
  charter.net chello.nl citromail.hu club-internet.fr comcast.net cox.net daum.net docomo.ne.jp dodo.com.au earthlink.net email.cz eircom.net
  ezweb.ne.jp fastmail.com fastmail.fm fibertel.com.ar foxmail.com free.fr freenet.de frontier.com gazeta.pl globo.com globomail.com gmail.com
  googlemail.com hanmail.net hetnet.nl hey.com hispeed.ch home.nl hotmail.com.mx hushmail.com i.softbank.jp i.ua icloud.com ig.com.br
  iinet.net.au inbox.com interia.eu interia.pl internet.ru internode.on.net juno.com kakao.com keemail.me kpnmail.nl laposte.net libero.it
  list.ru mac.com mailbox.org me.com meta.ua msn.com mweb.co.za nate.com naver.com neuf.fr netzero.net ntlworld.com numericable.fr o2.pl onet.eu
  onet.pl online.de online.no ono.com op.pl optonline.net optusnet.com.au planet.nl pm.me poczta.onet.pl post.cz post.sk protonmail.ch
  protonmail.com q.com qq.com quicknet.nl rambler.ru rediffmail.com roadrunner.com rocketmail.com rogers.com runbox.com sapo.pt sbcglobal.net
  seznam.cz sfr.fr shaw.ca sina.cn sina.com sky.com skynet.be softbank.ne.jp sohu.com sunrise.ch sympatico.ca talktalk.net telefonica.net
  telenet.be telenor.no telia.com telus.net tin.it tlen.pl tom.com tpg.com.au tutamail.com ukr.net uol.com.br upcmail.nl verizon.net videotron.ca
  vip.163.com vip.qq.com virgilio.it virgin.net virginmedia.com wanadoo.fr web.de westnet.com.au windowslive.com windstream.net wp.pl xs4all.nl
  ya.ru yandex.ru yeah.net ymail.com zahav.net.il ziggo.nl zohomail.com zohomail.in zonnet.nl zoznam.sk`;

const domains = new Set([
  ...Object.entries(families).flatMap(([name, endings]) => endings.split(' ').map((ending) => `${name}.${ending}`)),
  ...others.trim().split(/\s+/),
]);

/** Whether the domain of a normalized email belongs to a large provider. */
export const isMailProvider = (domain: string): boolean => domains.has(domain);
