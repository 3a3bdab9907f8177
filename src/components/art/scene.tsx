const INK = '#2b1f1d';
/** The SVG stroke attributes of every scene. */
export const stroke = {
  stroke: INK,
  strokeWidth: 1.8,
  strokeLinejoin: 'round',
  strokeLinecap: 'round',
} as const;

export interface SceneProps {
  title?: string;
  className?: string;
}

/** Wraps the drawing of a scene in an SVG element. Without a title, screen readers skip it. */
export function Scene({
  title,
  className,
  viewBox,
  children,
}: SceneProps & { viewBox: string; children: React.ReactNode }) {
  return (
    <svg viewBox={viewBox} className={className} role="img" aria-hidden={title ? undefined : true}>
      {title && <title>{title}</title>}
      {children}
    </svg>
  );
}
