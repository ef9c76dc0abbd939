/**
 * What a visitor has to do before the site opens, by country, from least to most strict: answer the age gate's
 * question, have their age checked by a provider, or nothing, because the site is closed there.
 */
export const ageRules = ['question', 'assurance', 'closed'] as const;
export type AgeRule = (typeof ageRules)[number];

/** Unknown rules count as the strictest. */
const strictness = (rule: AgeRule) => (ageRules.includes(rule) ? ageRules.indexOf(rule) : ageRules.length);

export const strictestOf = (rules: readonly AgeRule[]): AgeRule =>
  rules.reduce((strictest, rule) => (strictness(rule) > strictness(strictest) ? rule : strictest), 'question');

/** How long an age check is valid. */
export const assuranceDays = 30;

/** Why an age check did not open the site. */
export const ageProblems = ['cancelled', 'refused', 'failed', 'under-18', 'unclear', 'expired', 'unavailable'] as const;
export type AgeProblem = (typeof ageProblems)[number];

/** Starts an age check. The query parameter `to` is the page that the visitor requested. */
export const ageCheckPath = '/age/check';

/** Where the age gate's form is sent. It sets a cookie with the answer. */
export const ageAnswerPath = '/age/answer';

/** Hides the age gate in browsers without JavaScript, once it was answered or an age check was passed. */
export const ageAnswerStylePath = '/age/answer.css';

/** How long the answer to the age gate's question lasts. */
export const ageAnswerDays = 30;

/** Separates the cached pages of visitors who may not see the site. Visitors cannot send this parameter. */
export const shutOutParameter = '_shut-out';

/** What visitors see instead of the site before an age check, or from a closed country. */
export interface AgeDoor {
  kind: 'assurance' | 'closed';
  siteName: string;
  accent: string;
  leaveUrl: string;
  /** The host of the provider that checks ages; undefined if there is none. */
  provider: string | undefined;
  problem: AgeProblem | undefined;
  /** The page that the visitor requested. */
  returnPath: string;
}

/**
 * Codes of countries and territories (ISO 3166-1 alpha-2), and XK, which proxies send for Kosovo. Other codes count as
 * unknown, for example XX, and T1, which some proxies send for Tor.
 */
export const countryCodes: readonly string[] = [
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ',
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR',
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP',
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT',
  'MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW',
  'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ',
  'UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW',
].flatMap((line) => line.split(' '));
