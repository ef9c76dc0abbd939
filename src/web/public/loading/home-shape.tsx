import type { ReactNode } from 'react';
import { Breadcrumb } from '../lists/breadcrumb.tsx';
import { CategoryTabs } from '../lists/category-tabs.tsx';
import { CardShapes, FieldShape, NarrowingShape, ShelfShape } from './shapes.tsx';

export function HomeShape({ path, heading }: { path: string; heading: ReactNode }) {
  const isFirstPage = path === '/';
  return (
    <div className="pt-7">
      {!isFirstPage && <Breadcrumb steps={[{ name: 'Home', path: '/' }, { name: `Page ${path.slice(1)}` }]} />}
      {heading}
      <div className="max-w-xl">
        <FieldShape />
      </div>
      <CategoryTabs />
      {isFirstPage && <ShelfShape />}
      <h2 className="mt-5 mb-4">New videos</h2>
      <NarrowingShape />
      <CardShapes />
    </div>
  );
}
