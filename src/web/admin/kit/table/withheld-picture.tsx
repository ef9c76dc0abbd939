import { useState } from 'react';
import { Picture } from '../kit/table/picture.tsx';

const size = 'h-[90px] w-40 rounded-xl max-sm:h-[72px] max-sm:w-32';

/** The picture of a reported post. Nothing is loaded until somebody asks for it, and it is blurred until they ask again. */
export function ReportedPicture({ src, title }: { src: string; title: string }) {
  const [step, setStep] = useState<'hidden' | 'blurred' | 'shown'>('hidden');
  if (step === 'hidden')
    return (
      <button
        type="button"
        className={`grid shrink-0 place-items-center border border-dashed border-line-strong bg-raised text-[13px] text-muted hover:text-text ${size}`}
        aria-label={`Load the picture of ${title}, blurred`}
        onClick={() => setStep('blurred')}
      >
        Load the picture
      </button>
    );
  const isShown = step === 'shown';
  return (
    <button
      type="button"
      className={`group relative shrink-0 overflow-clip ${size}`}
      aria-label={`${isShown ? 'Blur' : 'Show'} the picture of ${title}`}
      aria-pressed={isShown}
      onClick={() => setStep(isShown ? 'blurred' : 'shown')}
    >
      <Picture src={src} alt="" className={`size-full ${isShown ? '' : 'scale-125 blur-xl'}`} />
      {!isShown && (
        <span className="absolute inset-0 grid place-items-center bg-bg/40 text-[13px] font-medium text-text">
          Show
        </span>
      )}
    </button>
  );
}
