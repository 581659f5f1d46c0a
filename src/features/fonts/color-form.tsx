import { Form } from '@arco-design/web-react'
import { readHex } from '../../../contract/ground/hex-color'
import type { ShopFontColor } from '../../../contract/types'
import { ColorField } from '../../ui/color-field'
import { ColorPresets } from '../../ui/color-presets'
import { FormDialog } from '../../ui/form-dialog'
import { toastSuccess } from '../../ui/toast'
import { colorProblem, defaultColor, textColorPresets } from './colors'
import { useColorMutations } from './mutations'

interface ColorFormProps {
  /** The colour to change, 'new' to add one, null while closed. */
  readonly target: ShopFontColor | 'new' | null
  /** The shop's colours, so that a duplicate is refused. */
  readonly colors: readonly ShopFontColor[]
  readonly onClose: () => void
}

interface Fields {
  hexCode: string
}

/** A dialog that adds or changes a text colour. */
export function ColorForm({ target, colors, onClose }: ColorFormProps) {
  const { create, change } = useColorMutations()
  const color = target === 'new' ? null : target
  const others = colors.filter(({ id }) => id !== color?.id).map(({ hexCode }) => hexCode)
  const save = async ({ hexCode: typed }: Fields) => {
    const hexCode = readHex(typed) ?? typed
    if (color === null) await create.mutateAsync(hexCode)
    else await change.mutateAsync({ id: color.id, hexCode })
    toastSuccess(`操作成功：${color === null ? '新增' : '修改为'} ${hexCode}`)
  }
  const check = (value: string | undefined, fail: (problem?: string) => void) => fail(colorProblem(value, others) ?? undefined)
  return (
    <FormDialog<Fields>
      visible={target !== null}
      title={color === null ? '新增颜色' : '修改颜色'}
      subject={color?.id}
      okText={color === null ? '新增颜色' : '保存颜色'}
      initialValues={{ hexCode: color?.hexCode ?? defaultColor }}
      fields={['hexCode']}
      save={save}
      onClose={onClose}
      width={520}
    >
      {(form) => (
        <>
          <Form.Item label="颜色" field="hexCode" rules={[{ validator: check }]}>
            <ColorField label="颜色" placeholder="例如 #FD7455" />
          </Form.Item>
          <Form.Item shouldUpdate noStyle>
            {(values: Partial<Fields>) => (
              <ColorPresets
                presets={textColorPresets}
                chosen={readHex(values.hexCode ?? '')}
                onChoose={({ hex }) => form.setFieldsValue({ hexCode: hex })}
              />
            )}
          </Form.Item>
        </>
      )}
    </FormDialog>
  )
}
