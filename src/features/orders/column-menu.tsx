import { Button } from '@arco-design/web-react'
import { IconSettings } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { type OrderDensity, orderDensities } from '../../../contract/rules/order-layout'
import { Menu } from '../../ui/menu'
import type { ShownLayout } from './use-layout'

const densityNames: Readonly<Record<OrderDensity, string>> = { compact: '紧凑：一单一行', large: '大图：看清设计' }

/** 列设置: the height of the rows of the order list, and its columns. */
export function ColumnMenu({ layout, all, toggle, setDensity }: Pick<ShownLayout, 'layout' | 'all' | 'toggle' | 'setDensity'>) {
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
          items={[
            ...orderDensities.map((density) => ({
              key: density,
              label: densityNames[density],
              checked: layout.density === density,
              run: () => setDensity(density),
            })),
            ...all.map(({ key, title, shown, refusal, hint }, index) => ({
              key: `column-${key}`,
              label: title,
              checked: shown,
              refusal,
              hasSeparator: index === 0,
              ...(hint !== undefined && { hint }),
              run: () => toggle(key),
            })),
          ]}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  )
}
