/** Messages for the seller when a PSD cannot be imported. */
import { failureMessage } from '../../base/failure-texts'

export const psdText = {
  failed: '导入失败',
  noArtboard: '导入失败，未找到任何画板',
  pickOne: '请选择一个画板',
  pickSome: '请选择至少一个画板',
  done: '导入成功',
  onlyFirst: '一次只能导入一个PSD文件，已打开第一个',
  noMerged:
    '文件里没有保存合并图。请在 Photoshop 的「首选项 › 文件处理」里把「最大兼容 PSD 和 PSB 文件」设为「总是」，重新存储后再选',
  gone: '原文件已不在这台电脑的浏览器里，请重新选择文件导入',
  unknown: '读取PSD时发生错误，请在Photoshop中另存为一份后重新选择',
} as const

/** A PSD cannot be imported. The message is for the seller. */
export class PsdImportError extends Error {
  override readonly name = 'PsdImportError'
}

export const emptyArtboard = (name: string): string => `画板「${name}」里没有可以导入的图层，请检查图层是不是空的，或改用合并图`

/** Returns the message of any thrown value. */
export const reasonText = (error: unknown): string => failureMessage(error, psdText.unknown)
