/* global sap */
sap.ui.define(['sap/fe/core/AppComponent'], (AppComponent) =>
  AppComponent.extend('saga.films.Component', { metadata: { manifest: 'json' } }),
)
