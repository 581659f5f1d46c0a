import { Button, Radio } from '@arco-design/web-react'
import { IconPrinter } from '@arco-design/web-react/icon'
import { useMemo, useState } from 'react'
import { batchText } from '../../../../contract/rules/sheet-name'
import type { PrintBatch } from '../../../../contract/types'
import { thumbnailUrl } from '../../../api/file-url'
import { beijingMinute } from '../../../base/beijing-time'
import { serverNow } from '../../../base/server-clock'
import { DialogFoot } from '../../../ui/dialog-foot'
import type { DialogProps } from '../../../ui/lazy-dialog'
import { Modal } from '../../../ui/modal'
import { PrintSheet } from '../../../ui/print-sheet'
import { picturesAreThere } from '../pictures-are-there'
import { blankRows, type LoadRow, loadRows } from './floor-lists'

interface ListDialogProps extends DialogProps {
  readonly batch: PrintBatch
}

function LoadTable({ rows, hasSlots }: { readonly rows: readonly LoadRow[]; readonly hasSlots: boolean }) {
  return (
    <table className="floor-list numeric">
      <thead>
        <tr>
          <th scope="col">完成</th>
          {hasSlots && <th scope="col">工位</th>}
          <th scope="col">图</th>
          <th scope="col">型号</th>
          <th scope="col">材质颜色</th>
          <th scope="col">订单尾号</th>
          <th scope="col">件码</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, slot, phone, material, order, code, picture }) => (
          <tr key={key}>
            <td>
              <span className="floor-list-box" />
            </td>
            {hasSlots && (
              <td>
                <b>{slot}</b>
              </td>
            )}
            <td>{picture !== null && <img src={thumbnailUrl(picture, 100)} alt="" />}</td>
            <td>{phone}</td>
            <td>{material}</td>
            <td>{order}</td>
            <td>{code}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function LoadList({ batch }: { readonly batch: PrintBatch }) {
  return (
    <>
      {batch.sheets.map(({ index }) => (
        <section key={index} className="floor-list-sheet">
          <h2>
            第 {index}/{batch.sheetCount} 版
          </h2>
          <LoadTable rows={loadRows(batch, index)} hasSlots={batch.slots.length > 0} />
        </section>
      ))}
    </>
  )
}

function BlankList({ batch }: { readonly batch: PrintBatch }) {
  const rows = blankRows(batch)
  return (
    <table className="floor-list numeric">
      <thead>
        <tr>
          <th scope="col">完成</th>
          <th scope="col">型号</th>
          <th scope="col">材质颜色</th>
          <th scope="col">几个</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, phone, material, count }) => (
          <tr key={key}>
            <td>
              <span className="floor-list-box" />
            </td>
            <td>{phone}</td>
            <td>{material}</td>
            <td>
              <b>{count}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** 上料单 says which blank goes into which slot, 备壳单 which blanks to fetch; both are printed by the browser. */
export default function ListDialog({ visible, onClose, batch }: ListDialogProps) {
  const [form, setForm] = useState<'load' | 'blanks'>('load')
  const [isWaiting, setWaiting] = useState(false)
  const content = useMemo(() => (form === 'load' ? <LoadList batch={batch} /> : <BlankList batch={batch} />), [form, batch])
  const note = `批次 ${batchText(batch.number)}，${batch.printerName}，${batch.jigName ?? '自由排版'}，${batch.pieceCount} 件`
  const printNow = async () => {
    setWaiting(true)
    await picturesAreThere()
    setWaiting(false)
    print()
  }
  return (
    <Modal
      visible={visible}
      title="打印上料单"
      className="floor-list-dialog"
      onCancel={onClose}
      footer={
        <DialogFoot onClose={onClose}>
          <Button type="primary" icon={<IconPrinter />} loading={isWaiting} onClick={() => void printNow()}>
            {isWaiting ? '正在准备图片' : '打印'}
          </Button>
        </DialogFoot>
      }
    >
      <Radio.Group
        type="button"
        name="floor-list-form"
        aria-label="打印什么"
        value={form}
        options={[
          { value: 'load', label: '上料单' },
          { value: 'blanks', label: '备壳单' },
        ]}
        onChange={setForm}
      />
      <p className="floor-hint">
        {note}。{form === 'load' ? '照着把空壳放进工位，放一个勾一个。' : '照着从架子上拿空壳。'}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys, too */}
      <section className="floor-list-preview" tabIndex={0} aria-label="打印的内容">
        {content}
      </section>
      {visible && (
        <PrintSheet title={form === 'load' ? '上料单' : '备壳单'} note={`${note} · 北京时间 ${beijingMinute(serverNow())}`}>
          {content}
        </PrintSheet>
      )}
    </Modal>
  )
}
