import { Button, Radio } from '@arco-design/web-react'
import { IconPrinter } from '@arco-design/web-react/icon'
import { useMemo, useState } from 'react'
import { undecidedText } from '../../../../contract/rules/pieces'
import { thumbnailUrl } from '../../../api/file-url'
import { beijingMinute } from '../../../base/beijing-time'
import { countText } from '../../../base/money'
import { serverNow } from '../../../base/server-clock'
import type { PickedItem } from '../../../downloads/picked-item'
import { DialogFoot } from '../../../ui/dialog-foot'
import type { DialogProps } from '../../../ui/lazy-dialog'
import { ListView } from '../../../ui/list-view'
import { Modal } from '../../../ui/modal'
import { PrintSheet } from '../../../ui/print-sheet'
import { TableSkeleton } from '../../../ui/table-skeleton'
import type { OrderFilters } from '../order-filters'
import { LabelSheet } from './label-sheet'
import { labelsOf, type PrintRow } from './print-rows'
import { type Listed, maxPrinted, useListed } from './use-listed'
import './print-list.css'

interface PrintDialogProps extends DialogProps {
  /** The ticked rows; without any, the orders of the filters are printed. */
  readonly picked: readonly PickedItem[]
  readonly filters: OrderFilters
  /** The filters in words. */
  readonly filterText: string
  readonly shopOf: (shopId: number) => string
}

/** Labels that the dialog shows before they are printed. */
const previewed = 60

interface ListTableProps {
  readonly rows: readonly PrintRow[]
  readonly shopOf: PrintDialogProps['shopOf']
}

function ListTable({ rows, shopOf }: ListTableProps) {
  return (
    <table className="print-list numeric">
      <thead>
        <tr>
          <th scope="col" className="is-narrow">
            完成
          </th>
          <th scope="col">订单</th>
          <th scope="col" className="is-narrow">
            图
          </th>
          <th scope="col">型号</th>
          <th scope="col">材质</th>
          <th scope="col" className="is-narrow">
            件数
          </th>
          <th scope="col">留言、备注</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, number, shopId, isFirst, picture, phone, material, pieces, warning, notes }) => (
          <tr key={key}>
            <td className="is-narrow">
              <span className="print-list-box" />
            </td>
            <td>
              {isFirst && (
                <>
                  {number}
                  <small>{shopOf(shopId)}</small>
                </>
              )}
            </td>
            <td className="is-narrow">{picture !== null && <img src={thumbnailUrl(picture, 100)} alt="" />}</td>
            <td>
              {phone}
              {warning !== null && <strong>{warning}</strong>}
            </td>
            <td>{material}</td>
            <td className="is-narrow">{pieces ?? undecidedText}</td>
            <td>
              {notes.map((note) => (
                <p key={note}>{note}</p>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Waits for the pictures of the sheet, so that none is missing on paper; one that does not load leaves its place empty. */
async function picturesAreThere(): Promise<void> {
  const pictures = document.querySelectorAll<HTMLImageElement>('.print-sheet img')
  await Promise.all([...pictures].map((picture) => picture.decode().catch(() => undefined)))
}

function List({
  listed: { rows, left },
  note,
  shopOf,
  onClose,
}: Pick<PrintDialogProps, 'shopOf' | 'onClose'> & { readonly listed: Listed; readonly note: string }) {
  const [isWaiting, setWaiting] = useState(false)
  const [form, setForm] = useState<'list' | 'labels'>('list')
  const { labels, left: skipped } = useMemo(() => labelsOf(rows), [rows])
  const orders = rows.filter(({ isFirst }) => isFirst).length
  const size = form === 'list' ? `${countText(rows.length)} 行` : `${countText(labels.length)} 张标签`
  const text = `${note}，${countText(orders)} 个订单，${size}`
  const shown = form === 'list' ? rows.length : labels.length
  const printNow = async () => {
    setWaiting(true)
    await picturesAreThere()
    setWaiting(false)
    print()
  }
  return (
    <>
      <Radio.Group
        type="button"
        name="print-form"
        aria-label="打印什么"
        className="print-list-form"
        value={form}
        options={[
          { value: 'list', label: '清单（A4）' },
          { value: 'labels', label: '标签（100 × 60 mm）' },
        ]}
        onChange={setForm}
      />
      <p className="print-list-note">
        {text}
        {form === 'labels' && skipped > 0 && `，${countText(skipped)} 行暂时不能做，没有标签`}
        {left > 0 && `。一次打印前 ${maxPrinted} 个，还有 ${countText(left)} 个：缩小筛选范围，或勾选要打印的订单`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys, too */}
      <section className="print-list-preview" tabIndex={0} aria-label="打印清单的内容">
        {shown === 0 ? (
          <p className="print-list-note">没有可以打印的订单。</p>
        ) : form === 'list' ? (
          <ListTable rows={rows} shopOf={shopOf} />
        ) : (
          <LabelSheet labels={labels.slice(0, previewed)} shopOf={shopOf} />
        )}
      </section>
      <DialogFoot onClose={onClose}>
        {shown > 0 && (
          <Button type="primary" icon={<IconPrinter />} loading={isWaiting} onClick={() => void printNow()}>
            {isWaiting ? '正在准备图片' : '打印'}
          </Button>
        )}
      </DialogFoot>
      {shown > 0 && form === 'list' && (
        <PrintSheet title="订单清单" note={`${text} · 北京时间 ${beijingMinute(serverNow())}`}>
          <ListTable rows={rows} shopOf={shopOf} />
        </PrintSheet>
      )}
      {shown > 0 && form === 'labels' && (
        <PrintSheet>
          <LabelSheet labels={labels} shopOf={shopOf} />
        </PrintSheet>
      )}
    </>
  )
}

/** 打印清单: the ticked orders, or those of the filters, as a list on A4 to be worked off and ticked by hand. */
export default function PrintDialog({ visible, onClose, picked, filters, filterText, shopOf }: PrintDialogProps) {
  const { ticked, found } = useListed(visible, picked, filters)
  const parts = { shopOf, onClose }
  return (
    <Modal visible={visible} title="打印清单" footer={null} onCancel={onClose} className="print-dialog">
      {ticked !== null ? (
        <List {...parts} listed={ticked} note={`勾选的 ${countText(picked.length)} 项`} />
      ) : (
        <ListView result={found} skeleton={<TableSkeleton label="正在读取订单" rows={6} />}>
          {(listed) => <List {...parts} listed={listed} note={filterText === '' ? '全部订单' : filterText} />}
        </ListView>
      )}
    </Modal>
  )
}
