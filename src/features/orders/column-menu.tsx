import { Button } from '@arco-design/web-react'
import { IconSettings } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { Menu } from '../../ui/menu'
import type { ShownColumns } from './use-columns'

/** 列设置: shows and hides the columns of the order list. */
export function ColumnMenu({ all, toggle }: Pick<ShownColumns, 'all' | 'toggle'>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        size="mini"
        type="text"
        icon={<IconSettings />}
        aria-label="列设置"
        title="列设置"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(anchor === null ? (event.currentTarget as HTMLElement) : null)}
      />
      {anchor !== null && (
        <Menu
          anchor={anchor}
          label="列设置"
          items={all.map(({ key, title, shown, refusal, hint }) => ({
            key,
            label: title,
            checked: shown,
            refusal,
            ...(hint !== undefined && { hint }),
            run: () => toggle(key),
          }))}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  )
}
