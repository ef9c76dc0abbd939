import { truncate } from '../../components/format/text.ts';
import { Icon } from '../../components/icon.tsx';
import { subscriberCount } from '../kit/format/counts.ts';
import type { Channel } from '../kit/records/channel.ts';
import { Badge } from '../kit/table/badge.tsx';
import { Picture } from '../kit/table/picture.tsx';
import { RowActions } from '../kit/table/row-actions.tsx';

interface ChannelCardProps {
  channel: Channel;
  onEdit: () => void;
  onDelete: () => void;
}

const maxDescriptionLength = 100;

export function ChannelCard({ channel, onEdit, onDelete }: ChannelCardProps) {
  return (
    <li className="flex flex-col overflow-clip rounded-2xl border border-line bg-surface">
      <Picture src={channel.thumbnail} alt="" className="h-[150px] w-full" />
      <div className="flex flex-1 flex-col gap-2.5 p-4">
        <div className="flex items-start justify-between gap-3">
          <h2 dir="auto" className="min-w-0 text-base">
            {channel.name}
          </h2>
          <Badge>{channel.category}</Badge>
        </div>
        <p dir="auto" className="flex-1 text-sm text-muted">
          {truncate(channel.description, maxDescriptionLength)}
        </p>
        <p className="text-sm tabular-nums">{subscriberCount(channel.subscribers)}</p>
        <div className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-3">
          <a
            href={channel.url}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-9 items-center gap-1.5 text-sm max-md:min-h-10 font-medium text-accent hover:underline"
          >
            Visit Channel
            <Icon name="external" size={16} />
          </a>
          <RowActions
            name={channel.name}
            history={{ entity: 'channel', id: channel.id }}
            onEdit={onEdit}
            onDelete={onDelete}
          />
        </div>
      </div>
    </li>
  );
}
