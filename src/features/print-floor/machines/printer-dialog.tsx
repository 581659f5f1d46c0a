import { Form, Input, InputNumber, Select } from '@arco-design/web-react'
import { useRef } from 'react'
import { Link } from 'wouter'
import { jigLimits } from '../../../../contract/rules/jig'
import { textLimits } from '../../../../contract/rules/limits'
import { maxFolderName, type SheetNamePart, usualSheetName } from '../../../../contract/rules/sheet-name'
import type { Printer, StoredPrintProfile } from '../../../../contract/types'
import { useApi } from '../../../api/services'
import { screens } from '../../../base/paths'
import { FormDialog } from '../../../ui/form-dialog'
import type { DialogProps } from '../../../ui/lazy-dialog'
import { optionsOf } from '../../../ui/options'
import { toastSuccess } from '../../../ui/toast'
import { useSearchInput } from '../../../ui/use-search-input'
import { useFloorChange } from '../use-floor-change'
import { printerExample } from './printer-example'

interface PrinterDialogProps extends DialogProps {
  /** Null: a new one. */
  readonly printer: Printer | null
  readonly profiles: readonly StoredPrintProfile[]
}

interface Values {
  readonly name: string
  readonly widthMm: number
  readonly heightMm: number
  readonly profileId?: number | null
  readonly folder?: string
  readonly fileName: SheetNamePart[]
}

const partNames: Readonly<Record<SheetNamePart, string>> = {
  batch: '批次号',
  sheet: '第几版',
  printer: '打印机',
  jig: '治具',
  date: '日期',
  pieces: '件数',
}

/** Beds by the names under which printers are sold. 3042 is Mimaki's UJF-3042 (300 × 420 mm, by its maker); the others are read from their names, which is a guess. */
const beds = [
  { label: '3042（300 × 420）', widthMm: 300, heightMm: 420 },
  { label: '6090（600 × 900）', widthMm: 600, heightMm: 900 },
  { label: '9060（900 × 600）', widthMm: 900, heightMm: 600 },
  { label: '2513（2500 × 1300）', widthMm: 2500, heightMm: 1300 },
]

interface PartsFieldProps {
  readonly value?: SheetNamePart[]
  readonly onChange?: (parts: SheetNamePart[]) => void
}

/** The parts of a file's name, a control of a form. */
function PartsField({ value = [], onChange }: PartsFieldProps) {
  const box = useRef<HTMLSpanElement>(null)
  useSearchInput(box, '文件名由这些组成')
  return (
    <span ref={box}>
      <Select
        mode="multiple"
        aria-label="文件名由这些组成"
        value={value}
        options={optionsOf(partNames)}
        onChange={(parts: SheetNamePart[]) => onChange?.(parts)}
      />
    </span>
  )
}

/** 添加打印机, or changes to one. */
export default function PrinterDialog({ visible, onClose, printer, profiles }: PrinterDialogProps) {
  const api = useApi()
  const change = useFloorChange()
  const save = async ({ name, widthMm, heightMm, profileId, folder = '', fileName }: Values) => {
    const body = { name: name.trim(), widthMm, heightMm, profileId: profileId ?? null, folder: folder.trim(), fileName }
    if (printer === null) await api.printers.create({ body }, { quiet: true })
    else await api.printers.save({ params: { id: printer.id }, body }, { quiet: true })
    await change()
    toastSuccess(printer === null ? `已添加「${body.name}」` : `已保存「${body.name}」`)
  }
  const { widthMm, heightMm } = beds[0] ?? { widthMm: 300, heightMm: 420 }
  return (
    <FormDialog<Values>
      visible={visible}
      title={printer === null ? '添加打印机' : '修改打印机'}
      subject={printer?.id ?? 'new'}
      okText={printer === null ? '添加' : '保存'}
      initialValues={
        printer
          ? {
              ...{ name: printer.name, widthMm: printer.widthMm, heightMm: printer.heightMm, folder: printer.folder },
              ...{ profileId: printer.profileId, fileName: printer.fileName },
            }
          : { name: '', widthMm, heightMm, folder: '', fileName: [...usualSheetName] }
      }
      fields={['name', 'widthMm', 'heightMm', 'profileId', 'folder', 'fileName']}
      save={save}
      onClose={onClose}
      width={560}
    >
      {(form) => (
        <>
          <Form.Item label="名称" field="name" rules={[{ required: true, message: '请填写打印机的名称' }]}>
            <Input aria-label="名称" autoFocus maxLength={textLimits.name} placeholder="例如：二号机 6090" />
          </Form.Item>
          <Form.Item label="常见台面">
            <Select
              aria-label="常见台面"
              placeholder="选一个，或在下面填"
              options={beds.map(({ label }) => ({ value: label, label }))}
              onChange={(label: string) => {
                const bed = beds.find((one) => one.label === label)
                if (bed) form.setFieldsValue({ widthMm: bed.widthMm, heightMm: bed.heightMm })
              }}
            />
          </Form.Item>
          <div className="floor-row">
            <Form.Item label="台面宽（左右）" field="widthMm" rules={[{ required: true, message: '请填写台面宽' }]}>
              <InputNumber aria-label="台面宽" suffix="mm" {...jigLimits.sideMm} />
            </Form.Item>
            <Form.Item label="台面高（前后）" field="heightMm" rules={[{ required: true, message: '请填写台面高' }]}>
              <InputNumber aria-label="台面高" suffix="mm" {...jigLimits.sideMm} />
            </Form.Item>
          </div>
          <Form.Item
            label="打印配置"
            field="profileId"
            extra={
              profiles.length === 0 ? (
                <>
                  还没有打印配置。<Link href={screens.printProfiles()}>去新建</Link>
                </>
              ) : (
                '白墨、分辨率和文件格式按它写。不选就在排版时选。'
              )
            }
          >
            <Select
              aria-label="打印配置"
              allowClear
              placeholder="排版时选"
              options={profiles.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Form.Item>
          <Form.Item label="打印文件夹里的子文件夹" field="folder" extra="自动取文件时写进哪个子文件夹；不填就写在打印文件夹里。">
            <Input aria-label="子文件夹" maxLength={maxFolderName} placeholder="例如：uv2" />
          </Form.Item>
          <Form.Item
            label="文件名由这些组成"
            field="fileName"
            rules={[{ required: true, type: 'array', minLength: 1, message: '请至少选择一项' }]}
          >
            <PartsField />
          </Form.Item>
          <Form.Item noStyle shouldUpdate>
            {({ fileName, name = '', folder = '' }: Partial<Values>) => (
              <p className="floor-hint numeric" role="status">
                例如：{folder.trim() === '' ? '' : `${folder.trim()}/`}
                {printerExample(fileName ?? [], name)}.tif
              </p>
            )}
          </Form.Item>
        </>
      )}
    </FormDialog>
  )
}
