import { numberText } from '../../components/format/number.ts';
import { escaped } from '../../components/markup/attributes.ts';
import type { WritesMarkup } from '../../components/markup/markup-of.ts';

export interface Choice {
  label: string;
  href: string;
  /** How many videos the list then has; a sort leaves them all. */
  count?: number;
  isSelected?: boolean;
}

/** Choices that would leave nothing are left out. */
const isOffered = ({ count, isSelected }: Choice) => count !== 0 || isSelected;

const wide = 'min-[1000px]:col-span-2';

const idOf = (label: string) => `narrow-${label.toLowerCase().replace(' ', '-')}`;

interface ChoiceGroupProps {
  label: string;
  choices: Choice[];
  isWide?: boolean;
}

/** Links to the list as it would be with each choice; the link of a selected one takes it back. */
export const ChoiceGroup: WritesMarkup<ChoiceGroupProps> = ({ label, choices, isWide }) => {
  const offered = choices.filter(isOffered);
  if (offered.length === 0) return null;
  const id = idOf(label);
  return (
    <div className={isWide ? wide : undefined}>
      <p id={id}>{label}</p>
      <ul aria-labelledby={id}>
        {offered.map(({ label: text, href, count, isSelected }) => (
          <li key={href}>
            <a href={href} rel="nofollow" dir="auto" aria-current={isSelected ? 'true' : undefined} className="chip">
              {text}
              {count !== undefined && <small>{numberText(count)}</small>}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
};

const choiceMarkup = ({ label, href, count, isSelected }: Choice) =>
  `<li><a href="${escaped(href)}" rel="nofollow" dir="auto"${isSelected ? ' aria-current="true"' : ''} class="chip">${escaped(label)}${count === undefined ? '' : `<small>${numberText(count)}</small>`}</a></li>`;

if (import.meta.env.SSR)
  ChoiceGroup.markup = ({ label, choices, isWide }) => {
    const offered = choices.filter(isOffered);
    const id = idOf(label);
    return offered.length === 0
      ? ''
      : `<div${isWide ? ` class="${wide}"` : ''}><p id="${id}">${label}</p><ul aria-labelledby="${id}">${offered.map(choiceMarkup).join('')}</ul></div>`;
  };
