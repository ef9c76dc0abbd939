import { useEffect, useState } from 'react';
import { isClip } from '#contract/values/previews.ts';
import { pictureUrl } from '#contract/values/urls.ts';

const stillMs = 800;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const canLoad = async (url: string) => {
  const image = new Image();
  image.src = url;
  return image.decode().then(
    () => true,
    () => false,
  );
};

/** Cycles through the stills as they load, and skips those that can't be loaded. */
const useStill = (urls: string[]) => {
  const [still, setStill] = useState<string>();
  useEffect(() => {
    let isOver = false;
    const show = async () => {
      const remaining = [...urls];
      for (let at = 0; remaining.length > 0 && !isOver; at %= remaining.length || 1) {
        const url = pictureUrl(remaining[at] as string, 640);
        if (!(await canLoad(url))) {
          remaining.splice(at, 1);
          continue;
        }
        if (!isOver) setStill(url);
        if (remaining.length === 1) return;
        await wait(stillMs);
        at++;
      }
    };
    void show();
    return () => {
      isOver = true;
    };
  }, [urls]);
  return still;
};

function Stills({ urls }: { urls: string[] }) {
  const still = useStill(urls);
  return still !== undefined && <img src={still} alt="" className="card-preview" />;
}

function Clip({ url }: { url: string }) {
  const [broken, setBroken] = useState(false);
  return (
    !broken && (
      <video src={url} muted autoPlay loop playsInline className="card-preview" onError={() => setBroken(true)} />
    )
  );
}

export default function Preview({ urls }: { urls: string[] }) {
  const [first = ''] = urls;
  return isClip(first) ? <Clip url={first} /> : <Stills urls={urls} />;
}
