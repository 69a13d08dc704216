/* global sap */
sap.ui.define(['sap/fe/core/AppComponent'], (AppComponent) =>
  AppComponent.extend('saga.people.Component', { metadata: { manifest: 'json' } }),
)
