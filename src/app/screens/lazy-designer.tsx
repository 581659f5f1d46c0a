import type { ReactNode } from 'react'
import type { DesignerTarget } from '../../designer/ui/designer-drawer'
import { lazyScreen } from '../../ui/lazy-screen'
import { ScreenCover } from '../../ui/screen-cover'

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
    <ScreenCover name="设计器" onClose={onClose}>
      {children}
    </ScreenCover>
  )
}

/** The designer; its code is loaded when it is opened for the first time. */
export const DesignerDrawer = lazyScreen(() => import('../../designer/ui/designer-drawer'), { Cover: DesignerCover })
