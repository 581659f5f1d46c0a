import { Progress, type ProgressProps } from '@arco-design/web-react'
import { useLayoutEffect, useRef } from 'react'

interface ProgressBarProps extends Omit<ProgressProps, 'aria-label'> {
  /** Accessible name: what makes progress. */
  readonly label: string
}

/**
 * Arco's progress bar with an accessible name. Arco gives the role `progressbar` and the values to an inner element and every
 * attribute to the outer one, which has no role, so that a name given to Arco names nothing.
 */
export function ProgressBar({ label, ...props }: ProgressBarProps) {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    frame.current?.querySelector('[role=progressbar]')?.setAttribute('aria-label', label)
  }, [label])
  return <Progress {...props} ref={frame} />
}
