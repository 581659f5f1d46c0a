/**
 * The admin API, once. A route of the table without schemas here does not compile. Only the server, the tests and
 * types import this file: it pulls in zod, which the plugin must not carry.
 */
import { z } from 'zod'
import type { Endpoint } from './core'
import type { Routes } from './routes'
import * as assets from './schemas/assets'
import * as catalogue from './schemas/catalogue'
import { created, idParams, ok, ordering, paged } from './schemas/common'
import * as cutouts from './schemas/cutouts'
import * as files from './schemas/files'
import * as fonts from './schemas/fonts'
import * as placeholders from './schemas/placeholders'
import * as templates from './schemas/templates'
import * as users from './schemas/users'

export const contract = {
  users: {
    login: { body: users.loginBody, res: users.loginReply, access: 'public' },
    logout: { res: ok, access: 'user' },
    me: { res: users.me, access: 'user' },
    setPassword: { body: users.setPasswordBody, res: users.loginReply, access: 'public' },
  },
  subAccounts: {
    list: { res: z.array(users.subAccount), access: 'users' },
    create: { body: users.subAccountCreate, res: users.subAccount, access: 'users' },
    update: { params: idParams, body: users.subAccountUpdate, res: users.subAccount, access: 'users' },
    remove: { params: idParams, res: ok, access: 'users' },
  },
  phoneBrands: {
    list: { res: z.array(catalogue.phoneBrand), access: 'user' },
    create: { body: catalogue.phoneBrandWrite, res: catalogue.phoneBrand, access: 'catalogue' },
    update: { params: idParams, body: catalogue.phoneBrandUpdate, res: catalogue.phoneBrand, access: 'catalogue' },
    remove: { params: idParams, res: ok, access: 'catalogue' },
    order: { params: idParams, body: ordering, res: ok, access: 'catalogue' },
  },
  phoneModels: {
    list: { params: catalogue.brandParams, res: z.array(catalogue.phoneModel), access: 'user' },
    create: { params: catalogue.brandParams, body: catalogue.phoneModelCreate, res: catalogue.phoneModel, access: 'catalogue' },
    update: { params: catalogue.modelParams, body: catalogue.phoneModelUpdate, res: catalogue.phoneModel, access: 'catalogue' },
    remove: { params: catalogue.brandParams, body: catalogue.idsBody, res: ok, access: 'catalogue' },
    order: { params: catalogue.modelParams, body: ordering, res: ok, access: 'catalogue' },
  },
  phoneCaseMaterials: {
    list: { res: z.array(catalogue.phoneCaseMaterial), access: 'user' },
    create: { body: catalogue.materialCreate, res: catalogue.phoneCaseMaterial, access: 'catalogue' },
    update: { params: idParams, body: catalogue.materialUpdate, res: catalogue.phoneCaseMaterial, access: 'catalogue' },
    remove: { params: idParams, res: ok, access: 'catalogue' },
    order: { params: idParams, body: ordering, res: ok, access: 'catalogue' },
  },
  materialColors: {
    create: { params: catalogue.materialParams, body: catalogue.colorCreate, res: catalogue.materialColor, access: 'catalogue' },
    update: { params: catalogue.colorParams, body: catalogue.colorUpdate, res: catalogue.materialColor, access: 'catalogue' },
    remove: { params: catalogue.colorParams, res: ok, access: 'catalogue' },
    order: { params: catalogue.colorParams, body: ordering, res: ok, access: 'catalogue' },
  },
  phoneCaseSkus: {
    list: { query: catalogue.skuQuery, res: z.array(catalogue.sku), access: 'user' },
    get: { params: catalogue.skuKeyParams, res: catalogue.sku, access: 'user' },
    create: { body: catalogue.skuCreate, res: catalogue.sku, access: 'catalogue' },
    update: { params: catalogue.skuKeyParams, body: catalogue.skuUpdate, res: catalogue.sku, access: 'catalogue' },
  },
  wireframes: {
    list: { query: catalogue.wireframeQuery, res: z.array(catalogue.wireframe), access: 'user' },
    get: { params: idParams, res: catalogue.wireframe, access: 'user' },
    create: { body: catalogue.wireframeWrite, res: created, access: 'catalogue', idempotent: 'optional' },
    update: { params: idParams, body: catalogue.wireframeUpdate, res: catalogue.wireframe, access: 'catalogue' },
  },
  files: {
    uploadForm: { body: files.uploadFormBody, res: files.uploadForm, access: 'user' },
    uploadResult: { body: files.uploadResultBody, res: files.uploadResult, access: 'user' },
    taobao: { body: files.taobaoBody, res: files.taobaoReply, access: 'user' },
  },
  designAssetCollections: {
    list: { query: assets.designAssetCollectionQuery, res: z.array(assets.designAssetCollection), access: 'user' },
    create: { body: assets.designAssetCollectionCreate, res: assets.designAssetCollection, access: 'assets' },
    update: {
      params: idParams,
      body: assets.designAssetCollectionUpdate,
      res: assets.designAssetCollection,
      access: 'assets',
    },
    remove: { params: idParams, res: ok, access: 'assets' },
    order: { params: idParams, body: assets.designOrdering, res: ok, access: 'assets' },
  },
  designAssets: {
    list: { query: assets.designAssetQuery, res: paged(assets.designAsset), access: 'user' },
    create: { body: assets.designAssetCreate, res: assets.designAsset, access: 'assets' },
    remove: { params: idParams, res: ok, access: 'assets' },
    order: { params: idParams, body: assets.designOrdering, res: ok, access: 'assets' },
  },
  shopFonts: {
    list: { res: z.array(fonts.shopFont), access: 'user' },
    create: { body: fonts.shopFontCreate, res: fonts.shopFont, access: 'fonts', idempotent: 'optional' },
    update: { params: idParams, body: fonts.shopFontUpdate, res: fonts.shopFont, access: 'fonts' },
    remove: { params: idParams, res: ok, access: 'fonts' },
    order: { params: idParams, body: fonts.shopFontOrdering, res: ok, access: 'fonts' },
  },
  shopFontColors: {
    list: { res: z.array(fonts.shopFontColor), access: 'user' },
    create: { body: fonts.shopFontColorCreate, res: fonts.shopFontColor, access: 'fonts' },
    update: { params: idParams, body: fonts.shopFontColorUpdate, res: fonts.shopFontColor, access: 'fonts' },
    remove: { params: idParams, res: ok, access: 'fonts' },
    order: { params: idParams, body: fonts.shopFontOrdering, res: ok, access: 'fonts' },
  },
  cutoutPlaceholders: {
    list: { query: placeholders.placeholderQuery, res: z.array(placeholders.placeholderImage), access: 'user' },
    create: { body: placeholders.placeholderCreate, res: placeholders.placeholderImage, access: 'templates' },
    remove: { params: idParams, res: ok, access: 'templates' },
  },
  cutouts: {
    token: { body: cutouts.cutoutTokenBody, res: cutouts.cutoutToken, access: 'user' },
  },
  // Calls of the cutout host, which may be another server without users: the ticket and the task's secret id are the permission.
  cutoutTasks: {
    create: { body: cutouts.cutoutTaskBody, res: cutouts.cutoutTask, access: 'public' },
    get: { params: cutouts.cutoutTaskParams, res: cutouts.cutoutTask, access: 'public' },
  },
  templateCollections: {
    list: { res: z.array(templates.templateCollection), access: 'user' },
    create: { body: templates.templateCollectionWrite, res: templates.templateCollection, access: 'templates' },
    update: { params: idParams, body: templates.templateCollectionWrite, res: templates.templateCollection, access: 'templates' },
    remove: { params: idParams, res: ok, access: 'templates' },
    order: { params: idParams, body: ordering, res: ok, access: 'templates' },
  },
  templates: {
    list: { query: templates.templateQuery, res: paged(templates.templateRow), access: 'user' },
    get: { params: idParams, res: templates.template, access: 'user' },
    create: { body: templates.templateCreate, res: templates.template, access: 'templates', idempotent: 'optional' },
    save: { params: idParams, body: templates.templateSave, res: templates.template, access: 'templates' },
    settings: { params: idParams, body: templates.templateSettings, res: templates.templateRow, access: 'templates' },
    copy: { params: idParams, body: templates.templateCopy, res: templates.templateRow, access: 'templates' },
    remove: { params: idParams, res: ok, access: 'templates' },
    order: { params: idParams, body: ordering, res: ok, access: 'templates' },
  },
} as const satisfies { [R in keyof Routes]: { [K in keyof Routes[R]]: Endpoint } }

export type AppContract = typeof contract
