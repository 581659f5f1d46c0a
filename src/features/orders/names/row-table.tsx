import { Button, Input, Pagination } from '@arco-design/web-react'
import { useState } from 'react'
import type { NameTemplate } from '../../../../contract/types'
import { settingsOf } from './list-settings'
import { caseOf, type ListRow } from './name-rows'
import type { StepProps } from './step-props'

const pageSize = 50

/** The rows of the list, to be changed in place. Phones and colours that are not certain are chosen while the rows are looked at. */
export function RowTable({ work, template, cases }: Omit<StepProps, 'template'> & { readonly template: NameTemplate }) {
  const [page, setPage] = useState(1)
  const { draft } = work
  const { rows } = draft
  const settings = settingsOf(draft, cases)
  const shown = rows.slice((page - 1) * pageSize, page * pageSize)
  const layers = template.layers.filter(({ uuid }) => rows.some(({ texts }) => texts[uuid] !== undefined))
  const left = rows.filter(({ isLeftOut }) => isLeftOut).length
  const caseText = (row: ListRow) => {
    const { phoneModelId, materialColorId } = caseOf(row, settings)
    const phone = cases.phoneNameOf(phoneModelId) || (row.phone === '' ? '没有型号' : `${row.phone}？`)
    return `${phone} · ${cases.colorNameOf(materialColorId) || (row.color === '' ? '没有颜色' : `${row.color}？`)}`
  }
  return (
    <section aria-label="名单的行">
      <div className="names-columns-head">
        <span className="orders-label">
          {rows.length} 行{left > 0 && `，其中 ${left} 行不做`}
        </span>
        <Button size="small" onClick={() => work.addRow(template)}>
          加一行
        </Button>
      </div>
      <div className="names-rows">
        <table>
          <thead>
            <tr>
              <th scope="col">行</th>
              {layers.map((layer) => (
                <th key={layer.uuid} scope="col">
                  {layer.name || layer.text}
                </th>
              ))}
              <th scope="col">手机壳</th>
              <th scope="col">数量</th>
              <th scope="col">收件人</th>
              <th scope="col">备注</th>
              <th scope="col">
                <span className="visually-hidden">操作</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row, at) => {
              const of = `第 ${(page - 1) * pageSize + at + 1} 个人的`
              const cell = (label: string, value: string, change: (text: string) => Partial<ListRow>) => (
                <Input
                  size="small"
                  aria-label={`${of}${label}`}
                  value={value}
                  disabled={row.isLeftOut}
                  onChange={(text) => work.setRow(row.key, change(text))}
                />
              )
              return (
                <tr key={row.key} className={row.isLeftOut ? 'is-left-out' : ''}>
                  <td className="numeric">{row.line ?? '新'}</td>
                  {layers.map((layer) => (
                    <td key={layer.uuid}>
                      {cell(layer.name || layer.text, row.texts[layer.uuid] ?? '', (text) => ({
                        texts: { ...row.texts, [layer.uuid]: text },
                      }))}
                    </td>
                  ))}
                  <td className="names-row-case">{caseText(row)}</td>
                  <td className="names-row-quantity">{cell('数量', row.quantity, (quantity) => ({ quantity }))}</td>
                  <td>{cell('收件人', row.recipient, (recipient) => ({ recipient }))}</td>
                  <td>{cell('备注', row.note, (note) => ({ note }))}</td>
                  <td>
                    <Button size="mini" type="text" onClick={() => work.setRow(row.key, { isLeftOut: !row.isLeftOut })}>
                      {row.isLeftOut ? '要做' : '不做'}
                    </Button>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {rows.length > pageSize && (
        <Pagination
          size="small"
          current={page}
          pageSize={pageSize}
          total={rows.length}
          onChange={setPage}
          className="names-pages"
        />
      )}
    </section>
  )
}
