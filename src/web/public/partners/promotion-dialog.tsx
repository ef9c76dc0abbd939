import { plural } from '../../components/format/plural.ts';
import { Icon } from '../../components/icon.tsx';
import { CloseModalButton, closeModal, Modal } from '../../components/modal.tsx';
import { useSite } from '../../components/use-site.ts';
import { PromotionForm } from './promotion-form.tsx';

export const promotionDialogId = 'promotion';

export function PromotionDialog({ onSent }: { onSent: () => void }) {
  const { freeDays, lifetimePrice } = useSite().settings;
  const closeAfterSending = () => {
    closeModal(promotionDialogId);
    onSent();
  };
  return (
    <Modal
      id={promotionDialogId}
      label="Promote your website"
      className="m-auto w-[min(520px,calc(100vw-28px))] rounded-[20px] border border-line bg-surface shadow-pop transition-opacity duration-200 starting:opacity-0"
    >
      <div className="p-6 sm:p-7">
        <div className="flex items-start justify-between gap-4">
          <h2 className="text-xl">Promote your website</h2>
          <CloseModalButton modal={promotionDialogId} className="icon-button -mt-1.5 -mr-2" aria-label="Close">
            <Icon name="close" />
          </CloseModalButton>
        </div>
        <p className="mt-1 text-muted">
          <b className="font-semibold text-text">{plural(freeDays, 'day')} free</b>, then a one-time lifetime fee of{' '}
          <b className="font-semibold text-text">{lifetimePrice}</b>.
        </p>
        <PromotionForm onSent={closeAfterSending} />
      </div>
    </Modal>
  );
}
