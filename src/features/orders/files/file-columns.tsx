import { Select } from '@arco-design/web-react'
import { type FileField, fileFieldNames, fileFields, guessColumns, type PresetId, presetOf, presets } from './headings'
import { columnProblem, headingsOf, type OpenedFile, sampleOf } from './read-file'

interface FileColumnsProps {
  readonly file: OpenedFile
  readonly onChange: (file: OpenedFile) => void
  readonly onRemove: () => void
}

/** Represents a field without a column, because Arco treats an option without a value as no selection. */
const noColumn = -1

/** One file of an import: the marketplace that it was recognised as, and the column of each field with a sample. */
export function FileColumns({ file, onChange, onRemove }: FileColumnsProps) {
  const headings = headingsOf(file)
  const problem = columnProblem(file)
  const options = [
    { value: noColumn, label: '不导入' },
    ...headings.flatMap((heading, column) => (heading === '' ? [] : [{ value: column, label: heading }])),
  ]
  const setPreset = (id: PresetId) => {
    const preset = presetOf(id)
    onChange({ ...file, preset, ...guessColumns(file.table.rows[file.headingRow] ?? [], preset) })
  }
  const setColumn = (field: FileField, column: number) => {
    const columns = { ...file.columns, [field]: column === noColumn ? null : column }
    onChange({ ...file, columns, doubtful: file.doubtful.filter((other) => other !== field) })
  }
  const found = fileFieldNames.filter((field) => file.columns[field] !== null).length
  return (
    <section className="order-file" aria-label={file.name}>
      <header className="order-file-head">
        <strong className="order-file-name">{file.name}</strong>
        <span className="orders-label numeric">{file.table.count - file.headingRow - 1} 行</span>
        <Select
          aria-label={`「${file.name}」是什么表格`}
          className="order-file-preset"
          size="small"
          value={file.preset.id}
          onChange={setPreset}
          options={presets.map(({ id, name, isTrial }) => ({ value: id, label: isTrial ? `${name}（试用，请核对）` : name }))}
        />
        <button type="button" className="order-file-remove" onClick={onRemove}>
          移除
        </button>
      </header>
      {file.note !== null && <p className="orders-hint">{file.note}</p>}
      {problem !== null && (
        <p className="orders-problem" role="alert">
          {problem}
        </p>
      )}
      {file.doubtful.length > 0 && (
        <p className="orders-problem" role="alert">
          有两列名字相同，请选择用哪一列：{file.doubtful.map((field) => fileFields[field]).join('、')}
        </p>
      )}
      <details className="order-file-details" open={problem !== null || file.doubtful.length > 0 || file.preset.isTrial}>
        <summary>列的对应关系（{found} 项）</summary>
        <dl className="order-file-fields">
          {fileFieldNames.map((field) => {
            const column = file.columns[field]
            return (
              <div key={field} className="order-file-field">
                <dt>{fileFields[field]}</dt>
                <dd>
                  <Select
                    aria-label={`${fileFields[field]}的列`}
                    size="small"
                    showSearch
                    value={column ?? noColumn}
                    onChange={(chosen: number) => setColumn(field, chosen)}
                    options={options}
                  />
                  <span className="order-file-sample">{column === null ? '' : sampleOf(file, column)}</span>
                </dd>
              </div>
            )
          })}
        </dl>
      </details>
    </section>
  )
}
