import { Alert, Button, Input, Select } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { nameListLimits } from '../../../../contract/rules/limits'
import type { NameTemplate, Shop } from '../../../../contract/types'
import { nameTemplatesQuery } from '../../../api/queries/name-lists'
import { useApi } from '../../../api/services'
import { FileButton, FileDrop } from '../../../ui/file-drop'
import { ShopSelect } from '../../../ui/shop-select'
import { ColorSelect, ModelSelect, SearchBox } from './case-select'
import { ListColumnFields } from './list-columns'
import { RowTable } from './row-table'
import type { StepProps } from './step-props'

/** 名单: the template, the usual case, and the list of the customer with its columns. */
export function ListStep({ work, template, cases, shops }: StepProps & { readonly shops: readonly Shop[] }) {
  const { draft, problem } = work
  return (
    <div className="names-step">
      <div className="names-fields">
        <div className="names-field is-wide">
          <span className="orders-label">模板</span>
          <TemplateSelect template={template} onChoose={work.setTemplate} />
        </div>
        <div className="names-field">
          <span className="orders-label">一般的手机型号</span>
          <ModelSelect
            label="一般的手机型号"
            value={draft.phoneModelId}
            cases={cases}
            onChange={(phoneModelId) => work.change({ phoneModelId })}
          />
        </div>
        <div className="names-field">
          <span className="orders-label">一般的材质和颜色</span>
          <ColorSelect
            label="一般的材质和颜色"
            value={draft.materialColorId}
            cases={cases}
            onChange={(materialColorId) => work.change({ materialColorId })}
          />
        </div>
        <div className="names-field">
          <span className="orders-label">店铺</span>
          <ShopSelect shops={shops} value={draft.shopId} onChange={(shopId) => work.change({ shopId })} />
        </div>
        <div className="names-field">
          <label className="orders-label" htmlFor="names-list-name">
            名单的名称
          </label>
          <Input
            id="names-list-name"
            value={draft.name}
            maxLength={nameListLimits.name}
            placeholder="三班球衣"
            onChange={(name) => work.change({ name })}
          />
        </div>
      </div>
      {template?.problem != null && <Alert type="error" content={template.problem} />}
      {template?.layers.map(
        ({ uuid, name, text: sample, problem: broken, note }) =>
          (broken ?? note) !== null && (
            <Alert key={uuid} type={broken === null ? 'warning' : 'error'} content={`「${name || sample}」：${broken ?? note}`} />
          ),
      )}
      {draft.rows.length === 0 ? (
        <ListSource work={work} template={template} />
      ) : (
        <details className="names-source">
          <summary>换一份名单</summary>
          <ListSource work={work} template={template} />
        </details>
      )}
      {problem !== null && <Alert type="error" content={problem} />}
      {draft.table !== null && template !== null && <ListColumnFields work={work} template={template} cases={cases} />}
      {draft.rows.length > 0 && template !== null && <RowTable work={work} template={template} cases={cases} />}
    </div>
  )
}

/** Where the list comes from: a file, or pasted rows. */
function ListSource({ work, template }: Pick<StepProps, 'work' | 'template'>) {
  const [text, setText] = useState('')
  const read = (add: () => Promise<void>) => void add()
  return (
    <>
      <FileDrop
        hint="把名单拖到这里：Excel、WPS 或 CSV 表格，一行一个人"
        disabled={work.isReading || template === null}
        onFiles={([file]) => file && read(() => work.addFile(file, template))}
      >
        <FileButton
          accept=".csv,.tsv,.txt,.xlsx,.xls,.html"
          multiple={false}
          disabled={work.isReading || template === null}
          onFiles={([file]) => file && read(() => work.addFile(file, template))}
        >
          选择名单文件
        </FileButton>
      </FileDrop>
      <div className="names-field">
        <label className="orders-label" htmlFor="names-text">
          或者把名单粘贴到这里，一行一个人；从表格里复制的几列会分开
        </label>
        <div className="names-paste">
          <Input.TextArea id="names-text" value={text} autoSize={{ minRows: 2, maxRows: 6 }} onChange={setText} />
          <Button
            disabled={text.trim() === '' || template === null || work.isReading}
            onClick={() => {
              setText('')
              read(() => work.addText(text, template))
            }}
          >
            读取名单
          </Button>
        </div>
      </div>
      <p className="orders-hint">
        一份名单最多 {nameListLimits.rows} 行。只有要印的文字、型号、数量、收件人和备注会上传，其他列不会离开这台电脑。
      </p>
    </>
  )
}

interface TemplateSelectProps {
  readonly template: NameTemplate | null
  readonly onChoose: (template: NameTemplate) => void
}

function TemplateSelect({ template, onChoose }: TemplateSelectProps) {
  const [keyword, setKeyword] = useState('')
  const found = useQuery(nameTemplatesQuery(useApi(), keyword))
  const known = found.data ?? []
  const options = template !== null && !known.some(({ id }) => id === template.id) ? [template, ...known] : known
  return (
    <div className="names-template">
      {template?.thumbnailUrl != null && <img src={template.thumbnailUrl} alt="" className="names-thumbnail" />}
      <SearchBox label="模板">
        <Select
          aria-label="模板"
          placeholder="搜索有文字的模板"
          showSearch
          filterOption={false}
          loading={found.isFetching}
          notFoundContent={found.isError ? '没有读到模板，请重试' : '没有找到有文字图层的模板'}
          {...(template !== null && { value: template.id })}
          onSearch={(typed) => setKeyword(typed.trim())}
          onChange={(id: number) => {
            const chosen = options.find((one) => one.id === id)
            if (chosen) onChoose(chosen)
          }}
          options={options.map(({ id, name, layers }) => ({
            value: id,
            label: `${name}（${layers.map((layer) => layer.name || layer.text).join('、') || '没有文字'}）`,
          }))}
        />
      </SearchBox>
    </div>
  )
}
