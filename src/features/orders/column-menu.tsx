import { Button, Spin } from '@arco-design/web-react'
import { IconSettings } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { lazyScreen } from '../../ui/lazy-screen'
import { Popover } from '../../ui/popover'
import { usePreload } from '../../ui/use-preload'
import type { ShownLayout } from './use-layout'

const ColumnPanel = lazyScreen(() => import('./column-panel'), { Loading: () => <Spin /> })

/** 列设置: the button of the rows and columns of the order list. */
export function ColumnMenu(shown: ShownLayout) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  usePreload(ColumnPanel)
  return (
    <>
      <Button
        size="mini"
        type="text"
        icon={<IconSettings />}
        aria-label="列设置"
        title="列设置"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(anchor === null ? (event.currentTarget as HTMLElement) : null)}
      />
      {anchor !== null && (
        <Popover anchor={anchor} label="列设置" onClose={() => setAnchor(null)}>
          <ColumnPanel {...shown} />
        </Popover>
      )}
    </>
  )
}
