import { Button, Form, type FormInstance, Input, Select } from '@arco-design/web-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { textLimits } from '../../../contract/rules/limits'
import type { PhoneBrand } from '../../../contract/types'
import { phoneModelsQuery } from '../../api/queries/catalogue'
import { useApi } from '../../api/services'
import { FormDialog, type SaveContext } from '../../ui/form-dialog'
import { ProgressBar } from '../../ui/progress-bar'
import { toastSuccess } from '../../ui/toast'
import { useOptionFilter } from '../../ui/use-option-filter'
import { type AddProgress, addModels, PartlyAddedError } from './model-adder'
import { maxNamesAtOnce, readNames, summarizeNames } from './names'

interface ModelAddProps {
  readonly visible: boolean
  readonly brands: readonly PhoneBrand[]
  /** Id of the brand whose models are shown. */
  readonly brandId: number
  readonly onClose: () => void
}

interface Fields {
  brandId: number
  name: string
}

type AddForm = FormInstance<Fields>

/** Shows how many of the typed names will be added or left out. */
function NamesSummary({ form }: { readonly form: AddForm }) {
  const api = useApi()
  const brandId = Form.useWatch('brandId', form) as number | undefined
  const text = (Form.useWatch('name', form) as string | undefined) ?? ''
  const { data: models } = useQuery({
    ...phoneModelsQuery(api, brandId ?? 0),
    enabled: brandId !== undefined,
    meta: { quiet: true },
  })
  const { names, existing, repeated } = readNames(
    text,
    (models ?? []).map((model) => model.name),
  )
  if (names.length + existing.length < 2 && existing.length === 0) return null
  return (
    <ul className="phones-read" aria-live="polite">
      <li>将新增 {names.length} 个型号</li>
      {existing.length > 0 && <li>已存在，会跳过：{summarizeNames(existing)}</li>}
      {repeated.length > 0 && <li>重复写了，只新增一次：{summarizeNames(repeated)}</li>}
    </ul>
  )
}

/** A dialog that adds models to a brand, one name per line; a column of a spreadsheet can be pasted. */
export function ModelAdd({ visible, brands, brandId, onClose }: ModelAddProps) {
  const api = useApi()
  const queries = useQueryClient()
  const [progress, setProgress] = useState<AddProgress | null>(null)
  const stopRequested = useRef(false)
  const filterOption = useOptionFilter()
  const namesOf = (id: number | undefined) =>
    id === undefined ? [] : (queries.getQueryData(phoneModelsQuery(api, id).queryKey) ?? []).map((model) => model.name)

  const checkNames = (form: AddForm) => (text: string | undefined, fail: (problem?: string) => void) => {
    const { names, existing, tooLong } = readNames(text ?? '', namesOf(form.getFieldsValue().brandId))
    if (tooLong.length > 0) return fail(`型号不能超过 ${textLimits.name} 个字符：${summarizeNames(tooLong, 2)}`)
    if (names.length > maxNamesAtOnce) return fail(`一次最多新增 ${maxNamesAtOnce} 个型号，现在有 ${names.length} 个`)
    if (names.length === 0) return fail(existing.length > 0 ? `型号已存在：${summarizeNames(existing)}` : '型号必填')
    fail()
  }

  const save = async ({ brandId: id, name: text }: Fields, { form }: SaveContext<Fields>) => {
    const { queryKey } = phoneModelsQuery(api, id)
    const { names } = readNames(text, namesOf(id))
    stopRequested.current = false
    try {
      await addModels({
        names,
        add: (name) => api.phoneModels.create({ params: { brandId: id }, body: { name } }, { quiet: true }),
        onProgress: setProgress,
        isCancelled: () => stopRequested.current,
      })
    } catch (error) {
      if (error instanceof PartlyAddedError) form.setFieldValue('name', error.remaining.join('\n'))
      void queries.invalidateQueries({ queryKey })
      throw error
    } finally {
      setProgress(null)
    }
    await queries.invalidateQueries({ queryKey })
    toastSuccess(names.length === 1 ? '新增型号成功' : `新增型号成功，共 ${names.length} 个`)
  }

  return (
    <FormDialog<Fields>
      visible={visible}
      title="新增型号"
      subject={brandId}
      okText="新增型号"
      initialValues={{ brandId, name: '' }}
      fields={['name']}
      save={save}
      onClose={onClose}
      width={480}
    >
      {(form) => (
        <>
          <Form.Item label="品牌" field="brandId" rules={[{ required: true, message: '品牌名称必选' }]}>
            <Select
              aria-label="品牌"
              placeholder="请选择品牌"
              allowClear
              showSearch={{ retainInputValue: false }}
              filterOption={filterOption}
              options={brands.map((brand) => ({ value: brand.id, label: brand.name }))}
            />
          </Form.Item>
          <Form.Item label="型号" field="name" validateTrigger="onSubmit" rules={[{ validator: checkNames(form) }]}>
            <Input.TextArea
              autoFocus
              autoSize={{ minRows: 3, maxRows: 10 }}
              aria-label="型号"
              placeholder="一行一个型号，可以从表格里复制一列粘贴"
              disabled={progress !== null}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.submit()
              }}
            />
          </Form.Item>
          <NamesSummary form={form} />
          {progress !== null && progress.total > 1 && (
            <div className="phones-progress">
              <ProgressBar
                percent={Math.round((100 * progress.done) / progress.total)}
                formatText={() => `${progress.done}/${progress.total}`}
                label="添加型号的进度"
              />
              <Button
                size="small"
                onClick={() => {
                  stopRequested.current = true
                }}
              >
                停止
              </Button>
            </div>
          )}
        </>
      )}
    </FormDialog>
  )
}
