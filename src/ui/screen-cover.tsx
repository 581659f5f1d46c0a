import { Button } from '@arco-design/web-react'
import { IconClose } from '@arco-design/web-react/icon'
import type { ReactNode } from 'react'
import './screen-cover.css'

interface ScreenCoverProps {
  readonly name: string
  readonly onClose: () => void
  /** The loading or error state. */
  readonly children: ReactNode
}

/** Covers the page while the code of a screen over it is loading, or after that failed. */
export function ScreenCover({ name, onClose, children }: ScreenCoverProps) {
  return (
    <section className="screen-cover" aria-label={name}>
      <Button className="screen-cover-close" type="text" icon={<IconClose />} aria-label={`关闭${name}`} onClick={onClose} />
      {children}
    </section>
  )
}
