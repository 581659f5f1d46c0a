import { Form } from '@arco-design/web-react'
import { readHex } from '../../../contract/ground/hex-color'
import type { MaterialColor, PhoneCaseMaterial } from '../../../contract/types'
import { colorPresets, isPresetName } from '../../ui/case-colors'
import { ColorField } from '../../ui/color-field'
import { ColorPresets } from '../../ui/color-presets'
import { FormDialog, type SaveContext } from '../../ui/form-dialog'
import { NameField } from '../../ui/name-field'
import { toastSuccess } from '../../ui/toast'
import { type ColorWrite, useColorMutations } from './mutations'

interface ColorFormProps {
  readonly material: PhoneCaseMaterial
  /** The colour to change, 'new' to add one, null while closed. */
  readonly target: MaterialColor | 'new' | null
  readonly onClose: () => void
}

interface Fields {
  name: string
  defaultBackgroundColor: string
}

const writeOf = ({ name = '', defaultBackgroundColor = '' }: Partial<Fields>): ColorWrite => ({
  name: name.trim(),
  defaultBackgroundColor: readHex(defaultBackgroundColor),
})

type Fail = (problem?: string) => void
const checkName = (value: string | undefined, fail: Fail) => fail(value?.trim() ? undefined : '颜色名称必填')

/** Validates a background colour; it may be empty unless the material requires one. */
export const backgroundRule = (required: boolean) => ({
  validator: (value: string | undefined, fail: Fail) => {
    if (!value?.trim()) return fail(required ? '背景色设置必填' : undefined)
    fail(readHex(value) === null ? '颜色格式不正确，请填写 6 位色值，例如 #1C1C1E' : undefined)
  },
})

/** A dialog that adds or changes a colour of a material. */
export function ColorForm({ material, target, onClose }: ColorFormProps) {
  const { create, update } = useColorMutations(material.id)
  const color = target === 'new' ? null : target
  const save = async (values: Fields, { opened, overwrite }: SaveContext<Fields>) => {
    const write = writeOf(values)
    if (color === null) await create.mutateAsync(write)
    else await update.mutateAsync({ id: color.id, ...write, ...(!overwrite && { was: writeOf(opened) }) })
    toastSuccess(color === null ? `操作成功：新增颜色「${write.name}」` : '更新成功')
  }
  return (
    <FormDialog<Fields>
      visible={target !== null}
      title={color === null ? '新增颜色' : '修改颜色'}
      subject={color?.id ?? `new-${material.id}`}
      okText={color === null ? '新增颜色' : '保存颜色'}
      initialValues={{ name: color?.name ?? '', defaultBackgroundColor: color?.defaultBackgroundColor ?? '' }}
      fields={['name', 'defaultBackgroundColor']}
      save={save}
      changes
      onClose={onClose}
      width={520}
    >
      {(form) => (
        <>
          <NameField label="颜色名称" placeholder="例如：曜石黑" check={checkName} />
          <Form.Item
            label={material.needBackground ? '背景色' : '背景色（可不填）'}
            field="defaultBackgroundColor"
            rules={[backgroundRule(material.needBackground)]}
          >
            <ColorField label="背景色" />
          </Form.Item>
          <Form.Item shouldUpdate noStyle>
            {(values: Partial<Fields>) => (
              <ColorPresets
                presets={colorPresets}
                chosen={readHex(values.defaultBackgroundColor ?? '')}
                onChoose={({ name, hex }) => {
                  const typed = values.name?.trim() ?? ''
                  form.setFieldValue('defaultBackgroundColor', hex)
                  // Keep a name that the seller typed; replace an empty name and the name of another preset.
                  if (typed === '' || isPresetName(typed)) form.setFieldValue('name', name)
                }}
              />
            )}
          </Form.Item>
        </>
      )}
    </FormDialog>
  )
}
