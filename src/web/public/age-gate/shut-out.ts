import { shutOutParameter } from '#contract/values/age-door.ts';

/** Whether a page is rendered for somebody who may not see the site: it then has nothing of the catalogue. */
export const isForShutOut = ({ searchParams }: URL) => searchParams.has(shutOutParameter);
