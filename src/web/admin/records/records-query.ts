import { type PostState, postStates } from '#contract/values/post-filter.ts';
import { type RecordPart, recordParts } from '#contract/values/record-parts.ts';

/** What a list can lack: one part of the records, or any of them. */
export const missingKinds = ['records', ...recordParts] as const;
export type MissingKind = 'records' | RecordPart;

export interface RecordsQuery {
  state: PostState;
  without: MissingKind;
  partner?: string;
  host?: string;
}

/** What a URL asks for. Anything else in it counts as not given. */
export const recordsQueryOf = (parameters: URLSearchParams): RecordsQuery => {
  const [partner = '', host = ''] = [parameters.get('partner') ?? '', parameters.get('host')?.trim() ?? ''];
  return {
    state: postStates.find((state) => state === parameters.get('state')) ?? 'published',
    without: missingKinds.find((kind) => kind === parameters.get('without')) ?? 'records',
    ...(/^\d{1,18}$/.test(partner) ? { partner } : {}),
    ...(host !== '' && host.length <= 253 && !/\p{Cc}/u.test(host) ? { host } : {}),
  };
};

/** The same list with another value of a parameter, from its first page. */
export const withParameter = (parameters: URLSearchParams, name: string, value: string) => {
  const changed = new URLSearchParams(parameters);
  changed.delete('page');
  if (value === '') changed.delete(name);
  else changed.set(name, value);
  return `?${changed}`;
};

export const exportUrl = ({ without }: RecordsQuery) => `/api/records/export?without=${without}`;
