import { Alert, Select } from '@arco-design/web-react'
import type { NameTemplate } from '../../../../contract/types'
import { columnNames, columnSample, type ListField, listFactNames, listFacts, textField } from './name-table'
import type { StepProps } from './step-props'

/** Represents no column, because Arco treats an option without a value as no selection. */
const noColumn = -1

const titleOf = ({ name, text }: NameTemplate['layers'][number]): string =>
  name === '' || name === text ? text : `${name}（${text}）`

/** Which column of the list is what: what is certain is chosen, the rest is asked. */
export function ListColumnFields({ work, template }: Omit<StepProps, 'template'> & { readonly template: NameTemplate }) {
  const { table, source, columns, asked } = work.draft
  if (table === null) return null
  const names = columnNames(table)
  const options = names.map((name, at) => ({ value: at, label: name }))
  const fields: readonly { readonly field: ListField; readonly title: string; readonly isText: boolean }[] = [
    ...template.layers.map((layer) => ({ field: textField(layer.uuid), title: `文字「${titleOf(layer)}」`, isText: true })),
    ...listFactNames.map((fact) => ({ field: fact, title: listFacts[fact], isText: false })),
  ]
  const { chooseSheet } = work
  return (
    <section className="names-columns" aria-label="名单的列">
      <div className="names-columns-head">
        <span className="orders-label">{source?.name}</span>
        {source !== null && source.sheets.length > 1 && (
          <div className="names-inline">
            工作表
            <Select
              aria-label="工作表"
              size="small"
              disabled={chooseSheet === null}
              {...(source.sheet !== null && { value: source.sheet })}
              options={source.sheets.map((sheet) => ({ value: sheet, label: sheet }))}
              onChange={(sheet: string) => void chooseSheet?.(sheet, template)}
            />
          </div>
        )}
        <div className="names-inline">
          列名在
          <Select
            aria-label="列名在哪一行"
            size="small"
            value={table.headingRow ?? noColumn}
            options={[
              { value: noColumn, label: '没有列名' },
              ...table.cells.slice(0, 10).map((row, at) => ({
                value: at,
                label: `第 ${at + 1} 行：${row
                  .filter((text) => text !== '')
                  .slice(0, 4)
                  .join('、')
                  .slice(0, 30)}`,
              })),
            ]}
            onChange={(at: number) => work.setHeadingRow(at === noColumn ? null : at, template)}
          />
        </div>
      </div>
      {source !== null && source.sheets.length > 1 && (
        <Alert
          type="warning"
          content={`这个文件有 ${source.sheets.length} 张表，读的是「${source.sheet}」；别的表要另做一份名单。`}
        />
      )}
      <div className="names-column-fields">
        {fields.map(({ field, title, isText }) => {
          const column = columns[field] ?? null
          const isAsked = asked.includes(field)
          return (
            <div key={field} className={isAsked ? 'names-column is-asked' : 'names-column'}>
              <span className="names-column-title">{title}</span>
              <Select
                aria-label={`${title}是哪一列`}
                size="small"
                placeholder="请选择哪一列"
                {...(isAsked && column === null ? {} : { value: column ?? noColumn })}
                options={[{ value: noColumn, label: isText ? '不改，照模板印' : '名单里没有' }, ...options]}
                onChange={(at: number) => work.setColumn(field, at === noColumn ? null : at, template)}
              />
              <span className="names-sample">{column === null ? '' : columnSample(table, column)}</span>
            </div>
          )
        })}
      </div>
    </section>
  )
}
