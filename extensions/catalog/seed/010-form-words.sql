-- Demonstration data: in what form supplements come, in English, German and Arabic.
insert into form_word (word)
select folded(word) from unnest(string_to_array('tablet tablets tabs capsule capsules caps pill pills softgel softgels '
  'drops liquid powder lozenges tablette tabletten kapsel kapseln pillen tropfen pulver '
  'قرص اقراص كبسوله كبسولات حبه حبوب قطرات مسحوق', ' ')) word
on conflict do nothing;
