import { AlertDialog } from '@base-ui/react/alert-dialog';
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { backdrop, popup } from '../dialogs/dialog-styles.ts';

interface Question {
  text: string;
  /** What the button that goes ahead says. */
  verb: string;
  answer: (goAhead: boolean) => void;
}

type Ask = (text: string, verb: string) => Promise<boolean>;

const AskContext = createContext<Ask>(async () => false);

/** Asks before something that is hard to take back. */
export const useConfirmation = () => useContext(AskContext);

export function Confirmations({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question>();
  const [open, setOpen] = useState(false);

  const ask = useCallback<Ask>(
    (text, verb) =>
      new Promise((answer) => {
        setQuestion({ text, verb, answer });
        setOpen(true);
      }),
    [],
  );
  const reply = (goAhead: boolean) => {
    setOpen(false);
    question?.answer(goAhead);
  };

  return (
    <AskContext value={ask}>
      {children}
      <AlertDialog.Root open={open} onOpenChange={(stays) => !stays && reply(false)}>
        <AlertDialog.Portal>
          <AlertDialog.Backdrop className={backdrop} />
          <AlertDialog.Popup className={`${popup} w-[min(440px,calc(100vw-28px))] p-6`}>
            <AlertDialog.Title className="text-lg font-[620]">Please confirm</AlertDialog.Title>
            <AlertDialog.Description className="mt-2">{question?.text}</AlertDialog.Description>
            <div className="mt-6 flex justify-end gap-2.5">
              <AlertDialog.Close className="btn btn-quiet">Cancel</AlertDialog.Close>
              <button
                type="button"
                className="btn border-danger text-danger hover:bg-raised"
                onClick={() => reply(true)}
              >
                {question?.verb}
              </button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </AskContext>
  );
}
