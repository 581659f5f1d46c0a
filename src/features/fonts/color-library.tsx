import { Button } from '@arco-design/web-react'
import { IconPlus } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ShopFontColor } from '../../../contract/types'
import { shopFontColorsQuery } from '../../api/queries/fonts'
import { useApi } from '../../api/services'
import { screens } from '../../base/paths'
import type { Column } from '../../ui/column'
import { useDialog, useDialogRow } from '../../ui/use-dialog'
import { ColorForm } from './color-form'
import { shownHex } from './colors'
import { LibraryTable } from './library-table'
import { DropsPicture } from './pictures'

const nameOf = (color: ShopFontColor) => shownHex(color.hexCode)

/** 文字颜色库: lists the colours that text may have, in the order in which buyers see them. */
export function ColorLibrary() {
  const colors = useQuery(shopFontColorsQuery(useApi()))
  const dialog = useDialog(screens.textColors)
  const edited = useDialogRow(dialog, 'edit', colors.data, '颜色')
  const columns = useMemo(
    (): Column<ShopFontColor>[] => [
      {
        key: 'color',
        title: '颜色',
        render: (color) => (
          <span className="fonts-color numeric">
            <span className="fonts-color-block" style={{ background: color.hexCode }} />
            {nameOf(color)}
          </span>
        ),
      },
    ],
    [],
  )
  return (
    <>
      <LibraryTable
        kind="color"
        result={colors}
        nameOf={nameOf}
        columns={columns}
        edit={{ label: '修改', open: (color) => dialog.open('edit', color.id) }}
        addButton={
          <Button type="primary" icon={<IconPlus />} onClick={() => dialog.open('add')}>
            新增颜色
          </Button>
        }
        empty={{
          picture: <DropsPicture />,
          title: '先添加一个文字颜色',
          text: '设计器里的文字可以用这里启用的颜色；一个都没有时只有默认的深灰色。',
        }}
      />
      <ColorForm target={dialog.name === 'add' ? 'new' : edited} colors={colors.data ?? []} onClose={dialog.close} />
    </>
  )
}
