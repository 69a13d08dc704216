/* global sap */
// The last one is for the addresses in annotations: UI5 would load it too late, by an eval that no page here allows.
sap.ui.define(
  ['sap/fe/core/AppComponent', 'saga/common/units', 'sap/ui/model/odata/ODataExpressionAddons'],
  (AppComponent) => AppComponent.extend('saga.people.Component', { metadata: { manifest: 'json' } }),
)
