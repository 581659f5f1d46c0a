import { Button } from '@arco-design/web-react'
import { IconPrinter } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Picking } from '../../../../contract/rules/picking'
import { orderPickingQuery } from '../../../api/queries/orders'
import { useApi, usePlatform } from '../../../api/services'
import { beijingMinute } from '../../../base/beijing-time'
import { countText } from '../../../base/money'
import { serverNow } from '../../../base/server-clock'
import type { PickedItem } from '../../../downloads/picked-item'
import { CopyButton } from '../../../ui/copy-button'
import { DialogFoot } from '../../../ui/dialog-foot'
import { ExportButton } from '../../../ui/export-button'
import type { DialogProps } from '../../../ui/lazy-dialog'
import { ListView } from '../../../ui/list-view'
import { Modal } from '../../../ui/modal'
import { PrintSheet } from '../../../ui/print-sheet'
import { TableSkeleton } from '../../../ui/table-skeleton'
import { type OrderFilters, toFilter } from '../order-filters'
import { leftOutText, type PickingTable, pickingOfTicked, pickingTable, tableCells } from './picking-table'
import './picking.css'

interface PickingDialogProps extends DialogProps {
  /** The ticked rows; without any, the orders of the filters are counted. */
  readonly picked: readonly PickedItem[]
  readonly filters: OrderFilters
  /** The filters in words. */
  readonly filterText: string
}

function SumTable({ table: { materials, phones, totals, total } }: { readonly table: PickingTable }) {
  const cell = (count: number) => (count === 0 ? '' : countText(count))
  return (
    <table className="picking-table numeric">
      <thead>
        <tr>
          <th scope="col">型号</th>
          {materials.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          <th scope="col">合计</th>
        </tr>
      </thead>
      <tbody>
        {phones.map((phone) => (
          <tr key={phone.name}>
            <th scope="row">{phone.name}</th>
            {phone.pieces.map((count, index) => (
              <td key={materials[index]}>{cell(count)}</td>
            ))}
            <td className="is-sum">{countText(phone.total)}</td>
          </tr>
        ))}
        <tr className="is-sum">
          <th scope="row">合计</th>
          {totals.map((count, index) => (
            <td key={materials[index]}>{countText(count)}</td>
          ))}
          <td>{countText(total)}</td>
        </tr>
      </tbody>
    </table>
  )
}

function Sums({ picking, note, onClose }: { readonly picking: Picking; readonly note: string; readonly onClose: () => void }) {
  const platform = usePlatform()
  const table = useMemo(() => pickingTable(picking), [picking])
  const cells = tableCells(table)
  const leftOut = leftOutText(picking)
  const isEmpty = table.phones.length === 0
  return (
    <>
      <p className="picking-note">
        {note}
        {!isEmpty && `，一共 ${countText(table.total)} 件`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys, too */}
      <section className="picking-box" tabIndex={0} aria-label="备货汇总的表格">
        {isEmpty ? <p className="picking-none">没有要备货的定制。</p> : <SumTable table={table} />}
      </section>
      {leftOut !== null && <p className="picking-note">{leftOut}</p>}
      <DialogFoot onClose={onClose}>
        {!isEmpty && (
          <>
            <CopyButton
              text={cells.map((row) => row.join('\t')).join('\n')}
              label="复制表格，可以粘贴到 Excel 或 WPS"
              size="default"
            >
              复制表格
            </CopyButton>
            <ExportButton name="备货汇总" read={() => Promise.resolve(cells)} save={(file) => platform.saveFile(file)} />
            <Button type="primary" icon={<IconPrinter />} onClick={() => print()}>
              打印
            </Button>
          </>
        )}
      </DialogFoot>
      {!isEmpty && (
        <PrintSheet title="备货汇总" note={`${note}，一共 ${table.total} 件 · 北京时间 ${beijingMinute(serverNow())}`}>
          <SumTable table={table} />
          {leftOut !== null && <p>{leftOut}</p>}
        </PrintSheet>
      )}
    </>
  )
}

/** 备货汇总: how many pieces of each model, material and colour the ticked orders need, or those of the filters. */
export default function PickingDialog({ visible, onClose, picked, filters, filterText }: PickingDialogProps) {
  const isTicked = picked.length > 0
  const ticked = useMemo(() => (visible && isTicked ? pickingOfTicked(picked) : null), [visible, isTicked, picked])
  const found = useQuery({ ...orderPickingQuery(useApi(), toFilter(filters)), enabled: visible && !isTicked })
  return (
    <Modal visible={visible} title="备货汇总" footer={null} onCancel={onClose} className="picking-dialog">
      {ticked !== null ? (
        <Sums picking={ticked} note={`勾选的 ${countText(picked.length)} 项`} onClose={onClose} />
      ) : (
        <ListView result={found} skeleton={<TableSkeleton label="正在汇总" rows={6} />}>
          {(picking) => (
            <Sums picking={picking} note={filterText === '' ? '全部订单' : `订单：${filterText}`} onClose={onClose} />
          )}
        </ListView>
      )}
    </Modal>
  )
}
