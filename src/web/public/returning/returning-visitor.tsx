import { Component, lazy, type ReactNode, Suspense } from 'react';
import { useIsHydrated } from '../../components/use-is-hydrated.ts';
import type { CardVideo } from '../../components/video-card/card-video.ts';

/** Loaded for visitors who have been here before. If that fails, the home page is the same as for others. */
const ReturningRows = lazy(() => import('./returning-rows.tsx').catch(() => ({ default: () => <></> })));

/** What cannot be rendered is left out. */
class LeftOutOnError extends Component<{ children: ReactNode }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}

/**
 * What this browser remembers, on the home page. The page is the same for everybody, so the first-paint script makes room
 * for it, and nothing moves when it is filled.
 */
export function ReturningVisitor({ newest }: { newest: CardVideo[] }) {
  const isHydrated = useIsHydrated();
  return (
    <div className="returning">
      {isHydrated && (
        <LeftOutOnError>
          <Suspense>
            <ReturningRows newest={newest} />
          </Suspense>
        </LeftOutOnError>
      )}
    </div>
  );
}
