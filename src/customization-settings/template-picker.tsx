import { Pagination } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { NotFoundError } from '../../contract/call-errors'
import { templateName } from '../../contract/rules/case-names'
import { templateListQuery, templateQuery } from '../api/queries/templates'
import { useApi } from '../api/services'
import { TemplatePicture } from '../template-pictures/template-picture'
import { Loaded } from './loaded'

interface TemplatePickerProps {
  readonly collectionId: number
  readonly chosen: number | null
  readonly onChoose: (templateId: number) => void
}

const pageSize = 24

/** Chooses one template of a collection by its picture. */
export function TemplatePicker({ collectionId, chosen, onChoose }: TemplatePickerProps) {
  const [pageNo, setPageNo] = useState(1)
  const api = useApi()
  const result = useQuery({ ...templateListQuery(api, { collectionId, pageNo, pageSize }), meta: { quiet: true } })
  const name = useId()
  const isOnPage = result.data?.items.some(({ id }) => id === chosen) ?? true
  return (
    <Loaded result={result} noun="模板">
      {({ items, totalItems }) => (
        <>
          {!isOnPage && chosen !== null && <ChosenTemplate templateId={chosen} />}
          {items.length === 0 && <p className="setting-hint">这个分组里还没有模板</p>}
          <div className="setting-templates" role="radiogroup" aria-label="定制模板">
            {items.map((template) => (
              <label key={template.id} className="setting-template" title={templateName(template)}>
                <input
                  type="radio"
                  className="setting-template-input"
                  name={name}
                  checked={template.id === chosen}
                  onChange={() => onChoose(template.id)}
                />
                <span className="setting-template-picture">
                  <TemplatePicture template={template} flatWidth={100} />
                </span>
                <span className="setting-template-name">{templateName(template)}</span>
              </label>
            ))}
          </div>
          {totalItems > pageSize && (
            <Pagination size="mini" current={pageNo} pageSize={pageSize} total={totalItems} onChange={setPageNo} />
          )}
        </>
      )}
    </Loaded>
  )
}

/** Shown when the chosen template is on another page or was deleted. */
function ChosenTemplate({ templateId }: { readonly templateId: number }) {
  const { data, error } = useQuery({
    ...templateQuery(useApi(), templateId),
    meta: { quiet: true },
    retry: false,
  })
  const missingText = error instanceof NotFoundError ? '已删除的模板，请重新选择' : '…'
  const name = data ? templateName(data) : missingText
  return <p className="setting-hint">当前选择：{name}</p>
}
