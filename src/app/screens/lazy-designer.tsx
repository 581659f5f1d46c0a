import { Button } from '@arco-design/web-react'
import { IconClose } from '@arco-design/web-react/icon'
import type { ReactNode } from 'react'
import type { DesignerTarget } from '../../designer/ui/designer-drawer'
import { lazyScreen } from '../../ui/lazy-screen'

export type { DesignerTarget }

interface DesignerCoverProps {
  readonly open: DesignerTarget | null
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Shown in place of the designer while its code is loading or after that failed. */
function DesignerCover({ open, onClose, children }: DesignerCoverProps) {
  if (open === null) return null
  return (
    <section className="designer-cover" aria-label="设计器">
      <Button className="designer-cover-close" type="text" icon={<IconClose />} aria-label="关闭设计器" onClick={onClose} />
      {children}
    </section>
  )
}

/** The designer; its code is loaded when it is opened for the first time. */
export const DesignerDrawer = lazyScreen(() => import('../../designer/ui/designer-drawer'), { Cover: DesignerCover })
