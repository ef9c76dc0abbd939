import { countLabel } from '../../components/format/text.ts';
import { Icon } from '../../components/icon.tsx';
import { Modal } from '../../components/modal.tsx';
import { useSite } from '../../components/use-site.ts';
import { PromotionForm } from './promotion-form.tsx';

interface PromotionDialogProps {
  open: boolean;
  onClose: () => void;
  onSent: () => void;
}

export function PromotionDialog({ open, onClose, onSent }: PromotionDialogProps) {
  const { freeDays, lifetimePrice } = useSite().settings;
  return (
    <Modal
      open={open}
      onClose={onClose}
      label="Promote your website"
      className="m-auto w-[min(520px,calc(100vw-28px))] rounded-[20px] border border-line bg-surface shadow-pop transition-opacity duration-200 starting:opacity-0"
    >
      <div className="p-6 sm:p-7">
        <div className="flex items-start justify-between gap-4">
          <h2 className="text-xl">Promote your website</h2>
          <button type="button" className="icon-button -mt-1.5 -mr-2" aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        <p className="mt-1 text-muted">
          <b className="font-semibold text-text">{countLabel(freeDays, 'day', 'days')} free</b>, then a one-time
          lifetime fee of <b className="font-semibold text-text">{lifetimePrice}</b>.
        </p>
        <PromotionForm onSent={onSent} />
      </div>
    </Modal>
  );
}
