import './canvas-host.css'
import './header.css'
import './side/side.css'
import { Button, Skeleton } from '@arco-design/web-react'
import { IconClose } from '@arco-design/web-react/icon'
import type { ReactNode } from 'react'

interface FrameProps {
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** The designer's frame around content that is no open design; it can always be closed. */
export function Frame({ onClose, children }: FrameProps) {
  return (
    <div className="designer">
      <header className="designer-header">
        <Button type="text" icon={<IconClose />} aria-label="关闭设计器" onClick={onClose} />
      </header>
      <div className="designer-body designer-message">{children}</div>
    </div>
  )
}

/** The designer's layout while it is loading. */
export function LoadingFrame({ onClose }: FrameProps) {
  return (
    <div className="designer" aria-busy="true">
      <header className="designer-header">
        <Button type="text" icon={<IconClose />} aria-label="关闭设计器" onClick={onClose} />
        <Skeleton text={{ rows: 1, width: 160 }} animation />
      </header>
      <div className="designer-body">
        <div className="designer-rail" />
        <div className="designer-canvas">
          <p className="designer-loading" role="status">
            正在打开设计…
          </p>
        </div>
        <div className="designer-right">
          <div className="designer-side-properties">
            <Skeleton text={{ rows: 6 }} animation />
          </div>
        </div>
      </div>
    </div>
  )
}
